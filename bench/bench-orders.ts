import { ulid } from 'ulid'
import { createCompany } from '../admin/companies/companies'
import { rebuild } from '../functions/catalogue/compaction'
import type { Order, OrderLine } from '../functions/domain/orders/order'
import { orderStatuses } from '../functions/domain/orders/order-status'
import { dayMs, formatDate } from '../functions/domain/time'
import { listOrders } from '../functions/operations/orders/list-orders'
import { updateOrder } from '../functions/operations/orders/order-changes'
import { keys } from '../functions/store/table/schema'
import type { Table } from '../functions/store/table/table'
import { type Line, measureCost, type Section } from './measure'
import { makeRandom, putRows } from './seed'
import { makeContext, makeShop } from './shop'

const linesPerOrder = 20
/** Beyond this number of orders, a list that reads all rows answers 429. */
const readUpTo = 20_000
const items = 20_000
const companyId = 'cmp_bench_orders'
type Request = Partial<Parameters<typeof listOrders>[1]>

/** Measures lists of `count` orders of 20 lines each. */
export async function measureOrders(table: Table, count: number): Promise<Section> {
  console.error(`seeding ${count} orders of ${linesPerOrder} lines …`)
  await createCompany(table, { id: companyId, name: 'Bench', plan: 'enterprise' })
  await putRows(table, makeOrderRows(count))
  const lines: Line[] = []
  const list = (reader: Table, request: Request = {}) =>
    listOrders(makeContext(reader, companyId), { limit: 50, offset: 0, sort: '-created_at', ...request })
  const add = async (what: string, limit: number | null, run: () => Promise<unknown>, runs = 1) =>
    lines.push({ what, ...(await measureCost(table, runs, run)), limit })
  const item_id = formatItemId(7)
  if (count <= readUpTo) await add('cold, from the rows', null, () => list({ ...table }))
  await add('compaction', null, () => rebuild(table, companyId, 'orders'))
  await add('compaction, by item', null, () => rebuild(table, companyId, 'orders_by_item'))
  await add('cold, from a base', 700, () => list({ ...table }), 3)
  await add('cold, of one item', null, () => list({ ...table }, { item_id }), 3)
  const reader = { ...table }
  const requests: [string, Request][] = [
    ['first page', {}],
    ['deepest page', { offset: count - 60 }],
    ['of one item', { item_id }],
    ['search', { search: 'ref-77' }],
    ['overdue', { overdue: true }],
    ['by supplier', { sort: 'supplier' }],
  ]
  for (const [what, request] of requests) {
    await list(reader, request) // not measured: only the first page of its kind pays for the setup
    await add(`warm, ${what}`, 1, () => list(reader, request), 15)
  }
  await changeOrders(table, (await list(reader, { status: 'draft', limit: 100 })).rows)
  await add('warm, after 100 changes', 20, () => list(reader))
  return { title: `Lists of ${count.toLocaleString('en')} orders of ${linesPerOrder} lines`, lines, notes: [] }
}

async function changeOrders(table: Table, drafts: { id: string }[]): Promise<void> {
  const shop = makeShop(table, companyId)
  for (const { id } of drafts)
    await shop.run((context) => updateOrder(context, id, { notes: 'Call before delivery.' }, null))
}

function formatItemId(number: number): string {
  return `itm_01K${String(number).padStart(23, '0')}`
}

/** Orders of a year. Their log is not written: it is not what is measured. */
function* makeOrderRows(count: number) {
  const random = makeRandom(count)
  const pick = (max: number) => Math.floor(random() * max)
  const from = Date.now() - 365 * dayMs
  for (let number = 1; number <= count; number++) {
    const at = from + Math.floor((number * 364 * dayMs) / count) + pick(1_000)
    const later = (days: number) => new Date(at + pick(days * dayMs)).toISOString()
    const status = orderStatuses[pick(orderStatuses.length)] ?? 'draft'
    const [draft, supplier] = [status === 'draft', pick(400)]
    const order: Order = {
      id: `po_${ulid(at, random)}`,
      order_number: `PO-${String(number).padStart(6, '0')}`,
      status,
      supplier: {
        name: `Supplier ${supplier}`,
        email: `orders@supplier-${supplier}.example`,
        phone: null,
        reference: `REF-${pick(1_000_000)}`,
      },
      currency: 'EUR',
      expected_at: formatDate(at + pick(40) * dayMs),
      location: `WH${pick(4)}`,
      notes: null,
      line_items: Array.from({ length: linesPerOrder }, (): OrderLine => makeLine(pick)),
      created_by: `usr_${pick(30)}`,
      created_at: new Date(at).toISOString(),
      updated_at: later(40),
      ordered_at: draft ? null : new Date(at).toISOString(),
      received_at: status === 'received' ? later(40) : null,
      closed_at: status === 'closed' ? later(40) : null,
      cancelled_at: status === 'cancelled' ? later(40) : null,
      cancel_reason: null,
      rev: 1 + pick(4),
    }
    yield { ...keys.order(companyId, order.id), ...order }
  }
}

function makeLine(pick: (max: number) => number): OrderLine {
  const item = pick(items)
  return {
    id: `pol_01K${String(pick(1_000_000_000)).padStart(23, '0')}`,
    item_id: formatItemId(item),
    sku: `SKU-${item}`,
    name: `Bolt, zinc plated, M${item % 40}`,
    quantity_ordered: 1 + pick(500),
    quantity_received: 0,
    quantity_rejected: 0,
    quantity_cancelled: 0,
    unit_cost: (pick(10_000) / 100).toFixed(2),
    notes: null,
  }
}

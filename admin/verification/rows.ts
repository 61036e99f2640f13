import type { Item } from '../../functions/domain/items/item'
import type { Order } from '../../functions/domain/orders/order'
import { formatOrderNumber } from '../../functions/domain/orders/order-draft'
import { Reader } from '../../functions/store/commit/reader'
import { runConcurrently } from '../../functions/store/concurrently'
import { findCheckedItems, readCheckedItems } from '../../functions/store/items/item-row'
import { readCheckedOrders } from '../../functions/store/orders/order-row'
import type { Finding, Inspection } from './inspection'
import { findStatusFault, readReceipts } from './order-trail'
import type { Trails } from './trails'

/** Reads the rows of all items, also of those in trash. */
export async function readItems(inspection: Inspection, trails: Trails): Promise<void> {
  inspection.report('reading the items')
  const pages = readCheckedItems(inspection.table, inspection.companyId)
  for await (const items of inspection.takePages('items', pages)) for (const item of items) trails.addItem(item)
}

const ordersAtOnce = 8

/** Reads the rows of all orders, and the receipts of those that have received something. */
export async function readOrders(inspection: Inspection, trails: Trails): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the orders')
  const numbers = new Map<string, string>()
  for await (const orders of inspection.takePages('orders', readCheckedOrders(table, companyId))) {
    for (const order of orders) checkOrder(inspection, order, numbers)
    const added = orders.map((order) => trails.addOrder(order)).filter(({ hasReceived }) => hasReceived)
    await runConcurrently(added, ordersAtOnce, async (trail) =>
      inspection.count('receipts', await readReceipts(inspection, trail)),
    )
  }
  // The company's count is read last: it never falls.
  checkNumbers(inspection, numbers, await new Reader(table, companyId).orderCount())
}

/** A row is never seen half written: one look is enough. */
export function checkOrder(inspection: Inspection, order: Order, numbers: Map<string, string>): void {
  const { id, order_number } = order
  const fault = findStatusFault(order)
  if (fault) inspection.find('wrong_order_status', id, fault)
  const other = numbers.get(order_number)
  if (other !== undefined)
    inspection.find('wrong_order_number', order_number, `The orders ${other} and ${id} have the same number.`)
  numbers.set(order_number, id)
}

/** `numbers`: of all orders, with their ids. `count`: how many the company has given. */
export function checkNumbers(inspection: Inspection, numbers: Map<string, string>, count: number): void {
  for (const [number, id] of numbers) {
    const nth = Number(number.replace(/^PO-/, ''))
    if (formatOrderNumber(nth) === number && nth >= 1 && nth <= count) continue
    inspection.find('wrong_order_number', number, `The order ${id} has this number. The company has given ${count}.`)
  }
}

/** Guards that are read in one call. */
const guardsAtOnce = 100

/** Each live item has its guard. `others`: SKUs that no live item has, so that no guard may name an item under them. */
export async function checkSkuGuards(inspection: Inspection, trails: Trails, others: Set<string>): Promise<void> {
  inspection.report('reading the SKU guards')
  const some: Wanted[] = []
  for (const wanted of listWanted(trails, others))
    if (some.push(wanted) === guardsAtOnce) await checkSome(inspection, some.splice(0))
  await checkSome(inspection, some)
}

/** A SKU, with the id of a live item that has it, or null. */
type Wanted = [sku: string, id: string | null]

function* listWanted(trails: Trails, others: Set<string>): Generator<Wanted> {
  for (const { id, goal } of trails.items.values()) {
    if (goal?.purgedAt !== null) continue
    others.delete(goal.sku)
    yield [goal.sku, id]
  }
  for (const sku of others) yield [sku, null]
}

async function checkSome(inspection: Inspection, wanted: Wanted[]): Promise<void> {
  const { table, companyId } = inspection
  const found = await new Reader(table, companyId).idsOfSkus(new Set(wanted.map(([sku]) => sku)))
  inspection.count('sku_guards', found.size)
  for (const [sku, id] of wanted) {
    if ((found.get(sku) ?? null) === id) continue
    if (id !== null) inspection.suspect(sku, () => findMissing(inspection, id))
    suspectOrphan(inspection, sku)
  }
}

async function findMissing(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const item = await findItem(inspection, id)
  if (item === null || item.deleted_at !== null) return []
  const guards = await new Reader(table, companyId).idsOfSkus([item.sku])
  const named = guards.get(item.sku)
  if (named === id) return []
  const state = named === undefined ? 'is missing' : `names ${named}`
  const text = `The live item ${id} has this SKU. Its guard ${state}.`
  return [{ code: 'missing_sku_guard', resource: item.sku, text }]
}

/**
 * Whether the guard of the SKU names a live item that has it. The guard is read first: items are deleted with theirs.
 * It is no orphan where it is the item that is damaged.
 */
export function suspectOrphan(inspection: Inspection, sku: string): void {
  const { table, companyId } = inspection
  inspection.suspect(sku, async () => {
    const id = (await new Reader(table, companyId).idsOfSkus([sku])).get(sku)
    const item = id === undefined ? null : await findItem(inspection, id)
    if (id === undefined || inspection.isFlagged(id) || (item?.sku === sku && item.deleted_at === null)) return []
    const state = item === null ? 'has no row' : item.deleted_at === null ? `has the SKU ${item.sku}` : 'is in trash'
    return [{ code: 'orphan_sku_guard', resource: sku, text: `The SKU guard names ${id}, which ${state}.` }]
  })
}

async function findItem({ table, companyId }: Inspection, id: string): Promise<Item | null> {
  return (await findCheckedItems(table, companyId, [id])).get(id)?.value ?? null
}

import { rebuild } from '../../functions/catalogue/compaction'
import { countOrders, listOrderHeaders, readOrdersByItem } from '../../functions/catalogue/orders/order-catalogue'
import type { OrderFilter } from '../../functions/domain/orders/order-list'
import { deleteOrder, placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { changeRow } from '../support/damage'
import { openShop, type Shop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

const minute = 60_000
/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })
const whole = { limit: 100, offset: 0, sort: 'created_at' } as const
const read = (table: Table, { companyId }: Shop, filter: OrderFilter = {}) =>
  listOrderHeaders(table, companyId, { ...whole, ...filter })
const list = async (table: Table, shop: Shop, filter: OrderFilter = {}) =>
  (await read(table, shop, filter)).rows.map(({ id, status }) => `${id} ${status}`).sort()

async function openShopWithItem() {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  return { shop, item: id, order: () => shop.order([{ item_id: id, quantity_ordered: 5 }], 'draft') }
}

async function writeBases({ companyId }: Shop) {
  await rebuild(engine.table, companyId, 'orders')
  await rebuild(engine.table, companyId, 'orders_by_item')
}

/** By a reader that knows the past, and by one that loads everything, with the item's id and without. */
test.each([false, true])(
  'a list is what the rows say, whatever has happened since it was loaded; with a base: %s',
  async (based) => {
    const { shop, item, order } = await openShopWithItem()
    const reader = another()
    const check = async (expected: string[]) => {
      if (based) await writeBases(shop)
      const drafts = expected.filter((each) => each.endsWith(' draft')).length
      for (const table of [reader, another()]) {
        for (const filter of [{}, { item_id: item }]) expect(await list(table, shop, filter)).toEqual(expected.sort())
        const counts = await countOrders(table, shop.companyId, [{}, { status: 'draft' }, { overdue_on: '2026-03-14' }])
        expect(counts).toEqual([expected.length, drafts, 0])
        const byItem = (await readOrdersByItem(table, shop.companyId)).list({ ...whole, item_id: item, now: noon })
        expect(byItem.total).toBe(expected.length)
      }
    }
    await check([])
    const [first, second] = [await order(), await order()]
    await check([`${first.id} draft`, `${second.id} draft`])
    await shop.run(() => placeOrder(shop.context, first.id))
    await check([`${first.id} ordered`, `${second.id} draft`])
    await shop.run(() => deleteOrder(shop.context, second.id, null))
    await check([`${first.id} ordered`])
    await shop.receive(first.id)
    await check([`${first.id} received`])
    const third = await order()
    await shop.run(() => deleteOrder(shop.context, third.id, null))
    await check([`${first.id} received`])
  },
)

test.each([false, true])('texts with line breaks shift no other text; with a base: %s', async (based) => {
  const { shop, order } = await openShopWithItem()
  const notes = ['two\nlines', 'C:\\new', 'last']
  for (const each of notes) {
    const { id } = await order()
    await changeRow(engine.table, keys.order(shop.companyId, id), { notes: each })
  }
  if (based) await writeBases(shop)
  const { rows } = await read(another(), shop)
  const listed = rows.map(({ order_number, notes }) => `${order_number} ${notes}`)
  expect(listed.sort()).toEqual(notes.map((each, index) => `PO-00000${index + 1} ${each}`))
})

test('a filter by item finds an order by the items that it has now', async () => {
  const { shop, item, order } = await openShopWithItem()
  const { id: other } = await shop.stockItem('B')
  const { id } = await order()
  const reader = another()
  const check = async (expected: Record<string, boolean>) => {
    for (const table of [reader, another()])
      for (const [item_id, found] of Object.entries(expected))
        expect(await list(table, shop, { item_id })).toEqual(found ? [`${id} draft`] : [])
  }
  await check({ [item]: true, [other]: false })
  const line = { item_id: other, sku: null, quantity_ordered: 1, unit_cost: null, notes: null }
  await shop.run(() => updateOrder(shop.context, id, { line_items: [line] }, null))
  await check({ [item]: false, [other]: true })
  await shop.run(() => updateOrder(shop.context, id, { notes: 'soon' }, null))
  await check({ [item]: false, [other]: true })
})

test('a warm list reads the log alone, in one call: after 100 changes for at most 20 read units, or for one', async () => {
  const { shop, item, order } = await openShopWithItem()
  const [kept, gone] = [await order(), await order()]
  const reader = another()
  const read = () => measureCharge(reader, () => list(reader, shop))
  const readByItem = () => measureCharge(reader, () => list(reader, shop, { item_id: item }))
  for (const each of [read, readByItem, read, readByItem]) await each()
  expect((await read()).calls).toBe(1)
  await shop.run(() => placeOrder(shop.context, kept.id))
  expect((await readByItem()).calls).toBe(1)
  await shop.run(() => deleteOrder(shop.context, gone.id, null))
  await shop.stockItem('B')
  expect((await read()).calls).toBe(1)
  const { id } = await order()
  engine.setTime(noon + minute)
  await shop.receive(kept.id)
  expect((await read()).calls).toBe(1)
  engine.setTime(noon + 2 * minute)
  for (let n = 0; n < 100; n++) await shop.run(() => updateOrder(shop.context, id, { notes: `Note ${n}` }, null))
  expect((await read()).units).toBeLessThanOrEqual(20)
  engine.setTime(noon + 4 * minute)
  await read()
  engine.setTime(noon + 5 * minute)
  expect(await read()).toEqual({ units: 1, calls: 1 })
})

test('a header tells what lists show, and not the lines, from the rows, the log and a base', async () => {
  const { shop, order } = await openShopWithItem()
  const reader = another()
  await read(reader, shop)
  await order()
  const [fromLog] = (await read(reader, shop)).rows
  const [fromRows] = (await read(another(), shop)).rows
  await writeBases(shop)
  const [fromBase] = (await read(another(), shop)).rows
  expect(fromRows).toMatchObject({ supplier: { name: 'Acme' }, subtotal: '12.50', line_count: 1 })
  expect(fromRows).not.toHaveProperty('line_items')
  expect([fromLog, fromBase]).toEqual([fromRows, fromRows])
})

import { readOrderHeaders } from '../../functions/catalogue/orders/order-mirror'
import { deleteOrder, placeOrder } from '../../functions/operations/orders/order-changes'
import type { Table } from '../../functions/store/client'
import { measureCharge } from '../../testing/capacity'
import { openShop, type Shop } from '../../testing/shop'
import { noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

const minute = 60_000
/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })
const list = async (table: Table, { companyId }: Shop) =>
  (await readOrderHeaders(table, companyId)).map(({ id, status }) => `${id} ${status}`).sort()

async function openShopWithItem() {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  return { shop, order: () => shop.order([{ item_id: id, quantity_ordered: 5 }], 'draft') }
}

test('a list of orders is what the rows say, whatever has happened since it was loaded', async () => {
  const { shop, order } = await openShopWithItem()
  const reader = another()
  expect(await list(reader, shop)).toEqual([])
  const [first, second] = [await order(), await order()]
  const check = async (expected: string[]) => {
    expect(await list(reader, shop)).toEqual(expected.sort())
    expect(await list(another(), shop)).toEqual(expected.sort())
  }
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
})

test('a change is seen however much earlier than the last read it was stamped, up to 15 s', async () => {
  const { shop, order } = await openShopWithItem()
  const reader = another()
  engine.setTime(noon + 15_000)
  await list(reader, shop)
  engine.setTime(noon)
  const { id } = await order()
  engine.setTime(noon + minute)
  expect(await list(reader, shop)).toEqual([`${id} draft`])
})

test('a warm list reads the log, and each order that has changed, once', async () => {
  const { shop, order } = await openShopWithItem()
  const kept = await order()
  const gone = await order()
  const reader = another()
  const countCalls = async () => (await measureCharge(reader, () => list(reader, shop))).calls
  await list(reader, shop)
  expect(await countCalls()).toBe(1) // the rows of the last seconds are known
  await shop.run(() => placeOrder(shop.context, kept.id))
  await shop.run(() => deleteOrder(shop.context, gone.id, null))
  expect(await countCalls()).toBe(3)
  expect(await countCalls()).toBe(1)
  await shop.stockItem('B')
  expect(await countCalls()).toBe(1)
  engine.setTime(noon + minute)
  await list(reader, shop)
  engine.setTime(noon + 2 * minute)
  await shop.receive(kept.id)
  expect(await countCalls()).toBe(2)
})

test('a header tells what lists show, and not the lines', async () => {
  const { shop, order } = await openShopWithItem()
  await order()
  const [loaded] = await readOrderHeaders(another(), shop.companyId)
  expect(loaded).toMatchObject({ supplier: { name: 'Acme' }, subtotal: '12.50', line_count: 1 })
  expect(loaded).not.toHaveProperty('line_items')
})

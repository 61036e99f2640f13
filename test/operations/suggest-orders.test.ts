import { cancelOrder, closeOrder, placeOrder } from '../../functions/operations/orders/order-changes'
import { suggestOrders } from '../../functions/operations/orders/suggest-orders'
import { measureCharge } from '../support/capacity'
import { supplier as acme } from '../support/order'
import { rehearse } from '../support/rehearse'
import { makeContext, openShop, type Shop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

const suggest = (shop: Shop, ids?: string[]) => suggestOrders(shop.context, ids)
const bolts = { ...acme, name: 'Bolts Ltd', email: 'orders@bolts.example', reference: 'Offer 77' }
const low = (shop: Shop, sku: string, quantity = 3) => shop.createItem({ sku, quantity, reorder_point: 10 })
/** Of two orders of one millisecond, either may count as the newer one. */
function orderLater(shop: Shop, ...order: Parameters<Shop['order']>) {
  engine.setTime(engine.table.now() + 1)
  return shop.order(...order)
}
/** What is suggested, as `supplier: SKU quantity`. */
const list = async (shop: Shop, ids?: string[]) =>
  (await suggest(shop, ids)).data.map(
    ({ supplier, line_items }) =>
      `${supplier?.name ?? null}: ${line_items.map(({ sku, quantity_ordered }) => `${sku} ${quantity_ordered}`).join()}`,
  )

test('one order for each supplier of the last order, with its details and costs, and one without a supplier', async () => {
  const shop = await openShop(engine.table)
  const [a, b, c] = [await low(shop, 'A'), await low(shop, 'B'), await low(shop, 'C', 0)]
  const enough = await shop.createItem({ sku: 'D', quantity: 10, reorder_point: 10 })
  const order = async (item: { id: string }, supplier = acme) => {
    const { id } = await orderLater(shop, [{ item_id: item.id, quantity_ordered: 1 }], 'ordered', supplier)
    await shop.receive(id)
  }
  for (const item of [a, b, enough]) await order(item)
  await order(b, bolts)
  const reasons = { reorder_point: 10, quantity_on_order: 0 }
  const line = ({ id: item_id, sku, name }: typeof a, quantity: number, unit_cost: string | null) => ({
    ...{ item_id, sku, name, unit_cost, quantity, quantity_ordered: 20 - quantity, ...reasons },
  })
  expect(await suggest(shop)).toEqual({
    data: [
      { supplier: { name: 'Acme', email: null, phone: null }, currency: 'EUR', line_items: [line(a, 4, '2.50')] },
      {
        supplier: { name: 'Bolts Ltd', email: 'orders@bolts.example', phone: null },
        currency: 'EUR',
        line_items: [line(b, 5, '2.50')],
      },
      { supplier: null, currency: null, line_items: [line(c, 0, null)] },
    ],
    left_out: 0,
  })
  expect(await list(shop, [a.id, enough.id, 'itm_none'])).toEqual(['Acme: A 16'])
})

test('what drafts and open orders have outstanding is on order; what was cancelled or closed is not', async () => {
  const shop = await openShop(engine.table)
  const { id } = await low(shop, 'A')
  const order = (quantity_ordered: number, status: 'draft' | 'ordered', supplier = acme) =>
    orderLater(shop, [{ item_id: id, quantity_ordered }], status, supplier)
  const draft = await order(4, 'draft')
  expect(await list(shop)).toEqual(['Acme: A 13'])
  const other = await order(50, 'ordered', bolts)
  expect(await list(shop)).toEqual([])
  await shop.run((context) => cancelOrder(context, other.id, null))
  expect(await list(shop)).toEqual(['Acme: A 13'])
  await shop.run((context) => placeOrder(context, draft.id))
  expect(await list(shop)).toEqual(['Acme: A 13'])
  const line_item_id = draft.line_items[0]?.id ?? ''
  const lines = [{ line_item_id, quantity_accepted: 1, quantity_rejected: 0, rejection_reason: null }]
  await shop.receive(draft.id, { lines, reference: null, note: null, allow_over_receipt: false })
  expect(await list(shop)).toEqual(['Acme: A 13'])
  await shop.run((context) => closeOrder(context, draft.id))
  expect(await list(shop)).toEqual(['Acme: A 16'])
})

test('an item on its way is left out as soon as it will not be low any more, and items in trash always', async () => {
  const shop = await openShop(engine.table)
  const { id } = await low(shop, 'A')
  await shop.deleteItem((await low(shop, 'B')).id)
  await orderLater(shop, [{ item_id: id, quantity_ordered: 6 }], 'draft')
  expect(await list(shop)).toEqual(['Acme: A 11'])
  await orderLater(shop, [{ item_id: id, quantity_ordered: 1 }])
  expect(await suggest(shop)).toEqual({ data: [], left_out: 0 })
})

test('what other companies have is not seen, nor found by its id', async () => {
  const [shop, other] = [await openShop(engine.table), await openShop(engine.table)]
  const { id } = await low(shop, 'A')
  expect(await suggest(other)).toEqual({ data: [], left_out: 0 })
  expect(await suggest(other, [id])).toEqual({ data: [], left_out: 0 })
})

rehearse('up to 100 orders are read; after drafts were made, the next suggestion has what was left out', async () => {
  const shop = await openShop(engine.table)
  for (let number = 0; number < 120; number++) {
    const { id } = await low(shop, `A-${String(number).padStart(3, '0')}`, 0)
    await shop.receive((await orderLater(shop, [{ item_id: id, quantity_ordered: 1 }])).id)
  }
  const first = await suggest(shop)
  expect([first.data.map(({ line_items }) => line_items.length), first.left_out]).toEqual([[100], 20])
  const lines = first.data[0]?.line_items ?? []
  await orderLater(
    shop,
    lines.map(({ item_id, quantity_ordered }) => ({ item_id, quantity_ordered })),
  )
  const second = await suggest(shop)
  expect(second.data.map(({ line_items }) => line_items.map(({ sku }) => sku))).toEqual([
    Array.from({ length: 20 }, (_, number) => `A-${100 + number}`),
  ])
})

test('warm: a unit for each of the two mirrors, and one for each small order', async () => {
  const shop = await openShop(engine.table)
  const items = [await low(shop, 'A'), await low(shop, 'B'), await low(shop, 'C')]
  for (const { id } of items.slice(0, 2)) await orderLater(shop, [{ item_id: id, quantity_ordered: 1 }])
  engine.setTime(noon + 60_000)
  const context = makeContext({ ...engine.table }, shop.who)
  await suggestOrders(context, undefined)
  engine.setTime(noon + 120_000)
  await suggestOrders(context, undefined)
  expect(await measureCharge(context.table, () => suggestOrders(context, undefined))).toEqual({
    units: 2 + 2,
    calls: 3,
  })
})

import fc from 'fast-check'
import type { Item } from '../../functions/domain/items/item'
import { countOutstanding, type Order } from '../../functions/domain/orders/order'
import { decideOrderCreation } from '../../functions/domain/orders/order-draft'
import { maxOrderLines } from '../../functions/domain/orders/order-limits'
import { createLine } from '../../functions/domain/orders/order-lines'
import { countBytes } from '../../functions/domain/orders/order-size'
import { decideOrderCancellation } from '../../functions/domain/orders/order-states'
import { orderStatuses } from '../../functions/domain/orders/order-status'
import { suggestOrders } from '../../functions/domain/orders/suggestion'
import { chooseReach, type OrdersOfItem } from '../../functions/domain/orders/suggestion-reach'
import { maxQuantity } from '../../functions/domain/stock/movement'
import { makeNumberedItem } from '../support/numbered-item'
import { makeOrder, makeOrderLine, supplier } from '../support/order'
import { testProperty } from '../support/property'

const at = Date.UTC(2026, 0, 2)

/** The item that `makeOrderLine` orders under the same number. It is low. */
const makeItem = (number: number, fields: Parameters<typeof makeNumberedItem>[1] = {}): Item =>
  makeNumberedItem(number, { id: `itm_${number}`, quantity: 3, reorder_point: 10, ...fields })

const orderOf = (id: number, number: number, name: string, fields: Partial<Order> = {}): Order => ({
  ...makeOrder([{ ...makeOrderLine(number, 1, '2.50'), quantity_received: 1 }]),
  ...{ id: `po_${id}`, status: 'received', currency: 'EUR', supplier: { ...supplier, name }, ...fields },
})
const show = (items: Item[], orders: Order[]) =>
  suggestOrders(items, orders).map(
    ({ supplier, currency, line_items }) => `${supplier?.name} ${currency}: ${line_items.map(({ sku }) => sku)}`,
  )

test('suppliers whose names differ in capitals are one, as the newest order has it; currencies are apart', () => {
  const orders = [
    orderOf(1, 1, 'ACME', { supplier: { ...supplier, name: 'ACME', email: 'old@acme.example' } }),
    orderOf(2, 2, 'Acme', { supplier: { ...supplier, name: 'Acme', phone: '1' } }),
    orderOf(3, 3, 'Acme', { currency: 'USD' }),
    orderOf(4, 4, 'Bolts', { currency: null }),
  ]
  const items = [5, 4, 3, 2, 1].map((number) => makeItem(number))
  const expected = ['Acme EUR: S-2,S-1', 'Acme USD: S-3', 'Bolts null: S-4', 'undefined null: S-5']
  expect(show(items, orders)).toEqual(expected)
  expect(show(items, orders.toReversed())).toEqual(expected)
  const turned = [expected[0]?.replace('S-2,S-1', 'S-1,S-2'), ...expected.slice(1)]
  expect(show(items.toReversed(), orders)).toEqual(turned)
  for (const some of [items, items.toReversed()])
    expect(suggestOrders(some, orders)[0]?.supplier).toEqual({ name: 'Acme', email: null, phone: '1' })
})

test('the supplier is that of the newest order which was not cancelled', () => {
  const cancelled = { ...decideOrderCancellation(makeOrder([makeOrderLine(1, 50)]), null, at).after, id: 'po_3' }
  expect(show([makeItem(1)], [orderOf(1, 1, 'Old'), orderOf(2, 1, 'New'), cancelled])).toEqual(['New EUR: S-1'])
  expect(show([makeItem(1)], [cancelled])).toEqual(['undefined null: S-1'])
})

test('with the stock, no more is suggested than an item can have', () => {
  const [order] = suggestOrders([makeItem(1, { reorder_point: maxQuantity, quantity: 5 })], [])
  expect(order?.line_items[0]?.quantity_ordered).toBe(maxQuantity - 5)
})

test.each([
  ['short', 'N', [200, 1]],
  ['the longest', '🔩'.repeat(200), [129, 72]],
])('a suggested order can be made, with %s names', (_, name, lengths) => {
  const long = { ...supplier, name: '🔩'.repeat(200), email: `${'é'.repeat(250)}@b.c`, phone: '🔩'.repeat(50) }
  const items = Array.from({ length: 201 }, (_, n) => {
    const number = String(n).padStart(26, '0')
    return makeItem(n, { id: `itm_${number}`, name, sku: name.slice(0, 194) + number.slice(-3) })
  })
  const last = { ...makeOrder(items.map(({ id }) => ({ ...makeOrderLine(1, 0, '1'), item_id: id }))), supplier: long }
  const suggested = suggestOrders(items, [last])
  expect(suggested.map(({ line_items }) => line_items.length)).toEqual(lengths)
  const own = { id: `po_${'0'.repeat(26)}`, order_number: 'PO-1', created_by: 'usr_1', status: 'draft' } as const
  const fields = { currency: 'EUR', expected_at: null, location: null, notes: null, supplier: long }
  for (const { line_items } of suggested) {
    const made = line_items.map((line, n) =>
      createLine(`pol_${'0'.repeat(26)}`, { ...makeItem(n), ...line, id: line.item_id }, { ...line, notes: null }),
    )
    expect(() => decideOrderCreation(own, { ...fields, line_items: made }, at)).not.toThrow()
  }
})

const number = fc.nat({ max: 8 })
const lineOf = fc.record({ number, ordered: fc.integer({ min: 1, max: 12 }), received: fc.nat({ max: 12 }) })
const someOrder = fc.record({
  status: fc.constantFrom(...orderStatuses),
  name: fc.constantFrom('Acme', 'ACME', 'Bolts'),
  currency: fc.constantFrom('EUR', 'USD', null),
  lines: fc.array(lineOf, { minLength: 1, maxLength: 4 }),
})
const someItem = fc.record({ quantity: fc.nat({ max: 20 }), reorder_point: fc.option(fc.nat({ max: 20 })) })

/** `po_00` is the oldest. What ended has nothing outstanding. */
function build({ status, name, currency, lines }: Some, index: number): Order {
  const isOver = !['draft', 'ordered', 'partially_received'].includes(status)
  const line_items = lines.map(({ number, ordered, received }) => ({
    ...makeOrderLine(number, ordered, `${index}.00`),
    quantity_received: received,
    quantity_cancelled: isOver ? Math.max(0, ordered - received) : 0,
  }))
  const id = `po_${String(index).padStart(2, '0')}`
  return { ...makeOrder(line_items), id, status, currency, supplier: { ...supplier, name } }
}
type Some = typeof someOrder extends fc.Arbitrary<infer Value> ? Value : never

testProperty(
  'each low item is suggested once, up to twice its reorder point, where its last order says',
  { of: [fc.array(someItem, { maxLength: 9 }), fc.array(someOrder, { maxLength: 20 })], runs: 1_000 },
  (some, someOrders) => {
    const items = some.map((fields, number) => makeItem(number, fields))
    const orders = someOrders.map(build)
    const suggested = suggestOrders(items, orders)
    const lines = suggested.flatMap(({ supplier, currency, line_items }) =>
      line_items.map((line) => ({ ...line, from: supplier && `${supplier.name.toLowerCase()} ${currency}` })),
    )
    expect(lines.sort((a, b) => (a.item_id < b.item_id ? -1 : 1))).toEqual(items.flatMap(expectLine(orders)))
    expect(new Set(suggested.map(({ supplier, currency }) => `${supplier?.name} ${currency}`)).size).toBe(
      suggested.length,
    )
    expect(suggested.every(({ line_items: { length } }) => length > 0 && length <= maxOrderLines)).toBe(true)
    expect(suggestOrders(items, orders.toReversed())).toEqual(suggested)
  },
)

/** The same, item by item. */
function expectLine(orders: Order[]) {
  return ({ id: item_id, sku, name, stock: { total: quantity }, reorder_point }: Item) => {
    const ofItem = orders.flatMap(({ line_items }) => line_items).filter((line) => line.item_id === item_id)
    const quantity_on_order = ofItem.reduce((sum, line) => sum + countOutstanding(line), 0)
    const expected = quantity + quantity_on_order
    if (reorder_point === null || expected >= reorder_point) return []
    const last = orders.findLast(
      ({ status, line_items }) => status !== 'cancelled' && line_items.some((line) => line.item_id === item_id),
    )
    const unit_cost = last?.line_items[0]?.unit_cost ?? null
    const from = last ? `${last.supplier.name.toLowerCase()} ${last.currency}` : null
    const quantity_ordered = 2 * reorder_point - expected
    return [{ item_id, sku, name, quantity, reorder_point, quantity_on_order, quantity_ordered, unit_cost, from }]
  }
}

test('lines of 174 080 bytes are one order, of one byte more two', () => {
  const suggest = (length: number) => suggestOrders([makeItem(1, { name: 'N'.repeat(length) }), makeItem(2)], [])
  const bytes = suggest(0)
    .flatMap(({ line_items }) => line_items.map(countBytes))
    .reduce((sum, each) => sum + each)
  expect([0, 1].map((more) => suggest(174_080 - bytes + more).length)).toEqual([1, 2])
})

type OrdersOf = { orders: [id: string, lines: number][]; isOnOrder?: boolean }

/** `of(n)`: the orders of item n, and whether one of them is unfinished. */
function choose(count: number, of: (n: number) => OrdersOf) {
  const items = Array.from({ length: count }, (_, number) => makeItem(number))
  const ordersOf = items.map(({ id }, n): [string, OrdersOfItem] => {
    const { orders, isOnOrder = false } = of(n)
    return [id, { orders: orders.map(([id, line_count]) => ({ id, line_count })), isOnOrder }]
  })
  const reach = chooseReach(items, new Map(ordersOf))
  return { items: reach.items.map(({ id }) => Number(id.slice(4))), orders: reach.orderIds.length }
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('100 orders are read, and items of orders that are read anyway, or without any, are looked at', () => {
  expect(choose(100, (n) => ({ orders: [[`po_${n}`, 20]] }))).toEqual({ items: upTo(100), orders: 100 })
  const of = (n: number): OrdersOf => ({ orders: n > 150 ? [] : [[`po_${n === 150 ? 7 : n}`, 1]] })
  expect(choose(152, of)).toEqual({ items: [...upTo(100), 150, 151], orders: 100 })
})

test('items whose orders are not known are looked at', () => {
  const items = [makeItem(1), makeItem(2)]
  expect(chooseReach(items, new Map())).toStrictEqual({ items, orderIds: [] })
})

test('2 000 lines are read', () => {
  expect(choose(11, (n) => ({ orders: [[`po_${n}`, 200]] }))).toEqual({ items: upTo(10), orders: 10 })
  expect(choose(3, (n) => ({ orders: [[`po_${n}`, n === 1 ? 2_001 : 1_000]] }))).toEqual({ items: [0, 2], orders: 2 })
})

test('items of which nothing is on order go first', () => {
  const of = (n: number): OrdersOf => ({ orders: [[`po_${n}`, 1]], isOnOrder: n < 100 })
  expect(choose(150, of)).toEqual({ items: [...upTo(50), ...upTo(150).slice(100)], orders: 100 })
})

test('an item in more than 100 unfinished orders is not looked at, and keeps no other one out', () => {
  const many = upTo(101).map((n): [string, number] => [`po_${n}`, 1])
  expect(choose(2, (n) => ({ orders: n === 0 ? many : [], isOnOrder: n === 0 }))).toEqual({ items: [1], orders: 0 })
})

import type { Item } from '../../functions/domain/items/item'
import { chooseReach, type OrdersOfItem } from '../../functions/domain/orders/suggestion-reach'
import { bolt } from '../support/bolt'

const time = '2026-01-02T00:00:00.000Z'
const fixed = { created_at: time, updated_at: time, rev: 1, sequence: 1, deleted_at: null, deleted_by: null }
const makeItems = (count: number) =>
  Array.from({ length: count }, (_, number): Item => ({ ...bolt, ...fixed, id: `itm_${number}` }))

/** `of(n)`: the orders of item n, and whether one of them is unfinished. */
function choose(count: number, of: (n: number) => { orders: [id: string, lines: number][]; isOnOrder?: boolean }) {
  const items = makeItems(count)
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
  const of = (n: number): { orders: [string, number][] } => ({
    orders: n > 150 ? [] : [[`po_${n === 150 ? 7 : n}`, 1]],
  })
  expect(choose(152, of)).toEqual({ items: [...upTo(100), 150, 151], orders: 100 })
})

test('2 000 lines are read', () => {
  expect(choose(11, (n) => ({ orders: [[`po_${n}`, 200]] }))).toEqual({ items: upTo(10), orders: 10 })
  expect(choose(3, (n) => ({ orders: [[`po_${n}`, n === 1 ? 2_001 : 1_000]] }))).toEqual({ items: [0, 2], orders: 2 })
})

test('items of which nothing is on order go first', () => {
  const of = (n: number): { orders: [string, number][]; isOnOrder: boolean } => ({
    orders: [[`po_${n}`, 1]],
    isOnOrder: n < 100,
  })
  expect(choose(150, of)).toEqual({ items: [...upTo(50), ...upTo(150).slice(100)], orders: 100 })
})

test('an item in more than 100 unfinished orders is not looked at, and keeps no other one out', () => {
  const many = upTo(101).map((n): [string, number] => [`po_${n}`, 1])
  expect(choose(2, (n) => ({ orders: n === 0 ? many : [], isOnOrder: n === 0 }))).toEqual({ items: [1], orders: 0 })
})

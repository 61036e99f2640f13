import type { Order } from '../../functions/domain/orders/order'
import {
  makeOrderComparator,
  makeOrderMatcher,
  type OrderFilter,
  type OrderSort,
} from '../../functions/domain/orders/order-list'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import { makeOrder, makeOrderLine, supplier } from '../support/order'

const header = (fields: Partial<Order> = {}, lines = [makeOrderLine(1, 2)]) => {
  const order = { ...makeOrder(lines), ...fields }
  return { ...toHeader(order), item_ids: listItemIds(order) }
}
const today = '2026-03-14'
const matches = (filter: OrderFilter, order: ReturnType<typeof header>) => makeOrderMatcher(filter, today)(order)

test('an order header counts the lines and the money, and names each item once', () => {
  const lines = [makeOrderLine(1, 2, '2.50'), makeOrderLine(2, 3), { ...makeOrderLine(3, 4), item_id: 'itm_1' }]
  const made = header({}, lines)
  expect(made).toMatchObject({ line_count: 3, item_ids: ['itm_1', 'itm_2'], subtotal: '5.00' })
  expect(made).toMatchObject({ total_quantity_ordered: 9, total_quantity_received: 0 })
  expect(made).not.toHaveProperty('line_items')
})

test('an order header adds up what was received of all lines', () => {
  const lines = [1, 2].map((number) => ({ ...makeOrderLine(number, 5), quantity_received: number }))
  expect(header({ line_items: lines })).toMatchObject({ total_quantity_ordered: 10, total_quantity_received: 3 })
})

test.each<[OrderFilter, boolean]>([
  [{}, true],
  [{ status: 'ordered' }, true],
  [{ status: 'draft' }, false],
  [{ supplier: 'Acme' }, true],
  [{ supplier: 'acme' }, false],
  [{ supplier: 'Acm' }, false],
  [{ item_id: 'itm_1' }, true],
  [{ item_id: 'itm_2' }, false],
  [{ search: 'CME' }, true],
  [{ search: 'po-0000' }, true],
  [{ search: 'x-77' }, true],
  [{ search: 'bolt' }, false],
  [{ overdue: true }, false],
  [{ overdue: false }, true],
])('the filter %j finds an order of Acme: %p', (filter, found) => {
  expect(matches(filter, header({ supplier: { ...supplier, reference: 'X-77' } }))).toBe(found)
})

test('search passes over a reference that is not set', () => {
  expect(matches({ search: 'null' }, header())).toBe(false)
})

test('an item is found on any line of an order', () => {
  expect(matches({ item_id: 'itm_2' }, header({}, [makeOrderLine(1, 1), makeOrderLine(2, 1)]))).toBe(true)
})

test.each<[Order['status'], string | null, boolean]>([
  ['ordered', '2026-03-13', true],
  ['partially_received', '2026-03-13', true],
  ['ordered', today, false],
  ['ordered', null, false],
  ['draft', '2026-03-13', false],
  ['received', '2026-03-13', false],
])('on 2026-03-14, an order that is %s and expected on %s is overdue: %p', (status, expected_at, overdue) => {
  expect(matches({ overdue: true }, header({ status, expected_at }))).toBe(overdue)
})

test.each<[OrderSort, string[]]>([
  ['supplier', ['1', '2', '3']],
  ['-supplier', ['3', '2', '1']],
  ['expected_at', ['3', '1', '2']],
  ['-status', ['1', '2', '3']],
])('orders sort by %s', (sort, ids) => {
  const orders = [
    header({ id: '2', supplier: { ...supplier, name: 'b' } }),
    header({ id: '3', supplier: { ...supplier, name: 'C' }, expected_at: '2026-03-01' }),
    header({ id: '1', supplier: { ...supplier, name: 'A' }, expected_at: '2026-03-02' }),
  ]
  expect(orders.toSorted(makeOrderComparator(sort)).map(({ id }) => id)).toEqual(ids)
})

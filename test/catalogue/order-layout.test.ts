import fc from 'fast-check'
import { ulid } from 'ulid'
import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { decodeSegment, encodeSegment } from '../../functions/catalogue/columns/codec'
import { idLists } from '../../functions/catalogue/columns/id-list-column'
import type { ColumnLayout, RowTypes } from '../../functions/catalogue/columns/segment'
import { Segment } from '../../functions/catalogue/columns/segment'
import { Segments } from '../../functions/catalogue/columns/segments'
import {
  type CatalogueOrder,
  headerLayout,
  indexedOrderLayout,
  makeDeletedOrder,
} from '../../functions/catalogue/orders/order-layout'
import { findOrdersOfItems } from '../../functions/catalogue/orders/orders-of-items'
import { slicePage } from '../../functions/domain/list'
import {
  makeOrderComparator,
  makeOrderMatcher,
  type OrderFilter,
  type OrderSort,
  orderSorts,
} from '../../functions/domain/orders/order-list'
import { orderStatuses } from '../../functions/domain/orders/order-status'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import type { OrdersOfItem } from '../../functions/domain/orders/suggestion-reach'
import { dayMs, formatDate } from '../../functions/domain/time'
import { makeOrder, makeOrderLine } from '../support/order'
import { testProperty } from '../support/property'
import { chooseSize } from '../support/size'

const now = Date.UTC(2026, 2, 14)
const idOf = (prefix: string, number: number) => `${prefix}_01K${String(number).padStart(23, '0')}`
const time = (days: number) => new Date(now - days * dayMs).toISOString()
const word = fc.stringMatching(/^[abAB🔩éΣσς]{1,3}$/u)
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const optionalTime = fc.option(fc.nat({ max: 3 }).map(time))

const fields = fc.record({
  status: fc.constantFrom(...orderStatuses),
  supplier: fc.record({ name: word, email: fc.option(word), phone: fc.option(word), reference: fc.option(word) }),
  currency: fc.option(fc.constantFrom('EUR', 'USD')),
  expected_at: fc.option(fc.integer({ min: -2, max: 2 }).map((days) => formatDate(now + days * dayMs))),
  location: fc.option(word),
  notes: fc.option(word),
  cancel_reason: fc.option(word),
  updated_at: fc.nat({ max: 3 }).map(time),
  ordered_at: optionalTime,
  received_at: optionalTime,
  closed_at: optionalTime,
  cancelled_at: optionalTime,
})
const version = fc.record({
  number: fc.nat({ max: 20 }),
  rev: fc.integer({ min: 1, max: 4 }),
  items: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
  deleted: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  fields,
})
type Version = typeof version extends fc.Arbitrary<infer V> ? V : never

function makeCatalogueOrder({ number, rev, items, deleted, fields }: Version): CatalogueOrder {
  const lines = items.map((item) => ({ ...makeOrderLine(item, 3_000_000_000), item_id: idOf('itm', item) }))
  const order = { ...makeOrder(lines), ...fields, id: idOf('po', number), order_number: `PO-${number}`, rev }
  const made = { ...order, created_at: time(100 - Math.floor(number / 3)) }
  return { ...toHeader(made), item_ids: listItemIds(order).sort(), deleted_at: deleted ? time(0) : null }
}

const request = fc.record({
  status: seldom(fc.constantFrom(...orderStatuses)),
  supplier: seldom(word),
  search: seldom(fc.stringMatching(/^[abAB🔩éΣσς1]{1,2}$/u)),
  overdue_on: seldom(fc.constant(formatDate(now))),
  sort: fc.constantFrom<OrderSort>(...orderSorts, ...orderSorts.map((field) => `-${field}` as const)),
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.nat({ max: 12 }),
})
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

/** The same list from a plain array. */
function bruteForce(orders: CatalogueOrder[], query: Request & OrderFilter) {
  const kept = orders.filter(({ deleted_at }) => deleted_at === null).filter(makeOrderMatcher(query))
  return slicePage(kept.sort(makeOrderComparator(query.sort)), query)
}

/** What is packed goes through a stored chunk. */
function store<Types extends RowTypes>(layout: ColumnLayout<Types>, rows: Types['row'][]): Types['row'][] {
  return decodeSegment(layout, encodeSegment(Segment.of(layout, rows))).listRows()
}

const byId = (a: CatalogueOrder, b: CatalogueOrder) => (a.id < b.id ? -1 : 1)
const history = fc.array(version, { maxLength: 30 })

testProperty(
  'lists orders as a plain array would, whatever is packed and whatever has changed since, with items and without',
  { of: [history, history, request, fc.nat({ max: 5 })], runs: chooseSize({ quick: 150, thorough: 500 }) },
  (packed, changes, query, item) => {
    const newest = new Map<string, CatalogueOrder>()
    const take = (order: CatalogueOrder) => {
      if (order.rev > (newest.get(order.id)?.rev ?? 0)) newest.set(order.id, order)
    }
    for (const each of packed) take(makeCatalogueOrder(each))
    const sorted = [...newest.values()].sort(byId)
    const headers = Catalogue.of(headerLayout, store(headerLayout, sorted))
    const indexed = Catalogue.of(indexedOrderLayout, store(indexedOrderLayout, sorted))
    for (const each of changes.map(makeCatalogueOrder)) {
      take(each)
      headers.apply(each)
      indexed.apply(each)
    }
    const item_id = idOf('itm', item)
    const page = headers.list({ ...query, now })
    const expected = bruteForce([...newest.values()], query)
    const bare = (orders: CatalogueOrder[]) => orders.map((order) => ({ ...order, item_ids: [] }))
    expect({ ...page, rows: bare(page.rows) }).toEqual({ ...expected, rows: bare(expected.rows) })
    expect(indexed.list({ ...query, item_id, now })).toEqual(bruteForce([...newest.values()], { ...query, item_id }))
  },
)

test('an order is overdue from the day after the one that it was expected on', () => {
  const made = { ...makeOrder([makeOrderLine(1, 5)]), id: idOf('po', 1), expected_at: formatDate(now) }
  const order = { ...toHeader(made), item_ids: [], deleted_at: null }
  const catalogue = Catalogue.of(headerLayout, [order])
  const count = (overdue_on?: string) =>
    catalogue.list({ overdue_on, sort: 'created_at', limit: 1, offset: 0, now }).total
  const [today, tomorrow] = [formatDate(now), formatDate(now + dayMs)]
  expect([count(today), count(tomorrow), count(today), count()]).toEqual([0, 1, 0, 1])
})

test.each([
  [30_000, false],
  [30_001, true],
])('a draft that was deleted %d ms ago is gone: %p', (age, isGone) => {
  const deleted = makeDeletedOrder(`po_${ulid(now)}`, 2, now)
  expect(deleted).toMatchObject({ created_at: time(0), deleted_at: time(0), status: 'draft' })
  expect(headerLayout.isGone(deleted, now + age)).toBe(isGone)
  expect(headerLayout.isGone({ ...deleted, deleted_at: null }, now + age)).toBe(false)
})

testProperty(
  'finds the orders that say how much of each item to order, in several segments and in what has changed since',
  { of: [history, history, fc.nat({ max: 20 })], runs: chooseSize({ quick: 300, thorough: 1_000 }) },
  (packed, changes, firstOfSecond) => {
    const newest = new Map<string, CatalogueOrder>()
    for (const order of packed.map(makeCatalogueOrder)) newest.set(order.id, order)
    const isLater = ({ id }: CatalogueOrder) => id >= idOf('po', firstOfSecond)
    const sooner = [...newest.values()].filter((order) => !isLater(order))
    const catalogue = Catalogue.of(indexedOrderLayout, sooner)
    catalogue.applyAll(Segments.of(indexedOrderLayout, [...newest.values()].filter(isLater).sort(byId)))
    for (const order of changes.map(makeCatalogueOrder)) {
      catalogue.apply(order)
      if (order.rev > (newest.get(order.id)?.rev ?? 0)) newest.set(order.id, order)
    }
    const ids = [0, 2, 3, 5, 99].map((item) => idOf('itm', item))
    const found = findOrdersOfItems(catalogue, ids, now)
    for (const id of ids) expectOrdersOf(id, [...newest.values()], found.get(id))
  },
)

/** All that are unfinished, the newest, and at most one more. */
function expectOrdersOf(itemId: string, all: CatalogueOrder[], found: OrdersOfItem | undefined) {
  const ofItem = all
    .filter(
      ({ deleted_at, status, item_ids }) => deleted_at === null && status !== 'cancelled' && item_ids.includes(itemId),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  const unfinished = ofItem.filter(({ status }) => ['draft', 'ordered', 'partially_received'].includes(status))
  const wanted = new Map([...ofItem.slice(0, 1), ...unfinished].map((order) => [order.id, order.line_count]))
  const lineCounts = new Map(found?.orders.map(({ id, line_count }) => [id, line_count]))
  expect(found?.isOnOrder).toBe(unfinished.length > 0)
  expect(lineCounts.size).toBe(found?.orders.length)
  for (const [id, count] of wanted) expect(lineCounts.get(id)).toBe(count)
  const more = [...lineCounts.keys()].filter((id) => !wanted.has(id))
  expect(more.length).toBeLessThanOrEqual(1)
  for (const id of more) expect(ofItem.map((order) => order.id)).toContain(id)
}

testProperty(
  'lists of item ids come back from a chunk sorted, each id kept once',
  { of: [fc.array(fc.uniqueArray(fc.nat({ max: 40_000 }), { maxLength: 20 }), { maxLength: 30 })], runs: 200 },
  (numbers) => {
    const long = [[...Array(300).keys()], [0, 127, 299]]
    const lists = [...long, ...numbers].map((list) => list.map((number) => idOf('itm', number)))
    const stored = idLists.store(idLists.pack(lists))
    const column = idLists.load(stored, lists.length)
    expect(lists.map((_, position) => idLists.get(column, position))).toEqual(lists.map((list) => list.toSorted()))
    expect(column.ids.length).toBe(26 * new Set(lists.flat()).size)
  },
)

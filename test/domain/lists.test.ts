import fc from 'fast-check'
import { createItem, type ItemFields, trashItem } from '../../functions/domain/items/item'
import { type ItemFilter, makeItemComparator, makeItemMatcher } from '../../functions/domain/items/item-list'
import {
  compareCodePoints,
  compareValues,
  foldCase,
  makeComparator,
  makeMatcher,
  parseSort,
  type SortValue,
  slicePage,
} from '../../functions/domain/list'
import type { Order } from '../../functions/domain/orders/order'
import {
  makeOrderComparator,
  makeOrderMatcher,
  type OrderFilter,
  type OrderSort,
} from '../../functions/domain/orders/order-list'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import { anyCharacter } from '../support/any-character'
import { bolt } from '../support/bolt'
import { makeOrder, makeOrderLine, supplier } from '../support/order'
import { chooseSeed } from '../support/seed'

test('characters beyond U+FFFF come after all others, although UTF-16 writes them with lower units', () => {
  const ascending = [
    'A',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{103fe}',
    '\u{103ff}',
    '\u{10400}',
    '\u{10ffff}',
  ]
  for (const [index, text] of ascending.entries()) {
    expect(compareCodePoints(text, text)).toBe(0)
    for (const later of ascending.slice(index + 1)) {
      expect(compareCodePoints(text, later)).toBeLessThan(0)
      expect(compareCodePoints(later, text)).toBeGreaterThan(0)
    }
  }
})

test('a text comes after its own beginning', () => {
  expect(compareCodePoints('ab', 'abc')).toBeLessThan(0)
  expect(compareCodePoints('abc', 'ab')).toBeGreaterThan(0)
})

test('texts are folded to small letters: ß stays one letter, and both small sigmas are one', () => {
  expect(foldCase('STRAßE ΟΔΌΣ ςσ')).toBe('straße οδόσ σσ')
})

test.each<[SortValue, SortValue, number]>([
  [2, 10, -1],
  [10, 2, 1],
  [3, 3, 0],
  ['10', '2', -1],
  ['b', 'a', 1],
  [null, 1, 1],
  [1, null, -1],
  [null, '', 1],
  [null, null, 0],
])('%j compared with %j is %i; descending turns that around, but for nulls', (a, b, sign) => {
  const signOf = (direction: 1 | -1) => Math.sign(compareValues(a, b, direction)) || 0 // no -0
  expect(signOf(1)).toBe(sign)
  expect(signOf(-1)).toBe(a === null || b === null ? sign : 0 - sign)
})

test('a sort has a minus before its field where it is descending, and nowhere else', () => {
  expect(parseSort('name')).toEqual({ field: 'name', direction: 1 })
  expect(parseSort('-name')).toEqual({ field: 'name', direction: -1 })
  expect(parseSort('a-name')).toEqual({ field: 'a-name', direction: 1 })
})

test('ties are sorted by id in both directions, and case is no difference', () => {
  const rows = [
    { id: '2', name: 'b' },
    { id: '1', name: 'B' },
    { id: '3', name: 'A' },
  ]
  const sortBy = (sort: 'name' | '-name') =>
    rows.toSorted(makeComparator(sort, (row, field) => row[field])).map(({ id }) => id)
  expect(sortBy('name')).toEqual(['3', '1', '2'])
  expect(sortBy('-name')).toEqual(['1', '2', '3'])
})

test('a row must pass the test of each filter that is given, and of no other', () => {
  type Row = { size: number; color: string }
  const match = (filter: { size?: number | undefined; color?: string | undefined }) =>
    makeMatcher<Row, typeof filter>(filter, {
      size: (row) => row.size === filter.size,
      color: (row) => row.color === filter.color,
    })
  const row = { size: 1, color: 'red' }
  expect(match({})(row)).toBe(true)
  expect(match({ size: 1, color: undefined })(row)).toBe(true)
  expect(match({ size: 1, color: 'red' })(row)).toBe(true)
  expect(match({ size: 1, color: 'blue' })(row)).toBe(false)
  expect(match({ size: 2, color: 'red' })(row)).toBe(false)
})

test('a page begins after `offset` rows and has at most `limit`', () => {
  expect(slicePage(['a', 'b', 'c', 'd', 'e'], { limit: 2, offset: 1 })).toEqual({
    ...{ rows: ['b', 'c'], total: 5 },
    ...{ limit: 2, offset: 1 },
  })
})

const item = (id: string, fields: Partial<ItemFields>) =>
  createItem(id, { ...bolt, name: id, sku: id, ...fields }, 0).after
const idsBy = (sort: Parameters<typeof makeItemComparator>[0], items: ReturnType<typeof item>[]) =>
  items.sort(makeItemComparator(sort)).map(({ id }) => id)

test('sorts ignore case, put nulls last in both directions and settle ties by id', () => {
  const items = () => [
    item('e', {}),
    item('d', { location: 'b' }),
    item('c', { location: 'A' }),
    item('b', { location: 'a' }),
    item('a', {}),
  ]
  expect(idsBy('location', items())).toEqual(['b', 'c', 'd', 'a', 'e'])
  expect(idsBy('-location', items())).toEqual(['d', 'b', 'c', 'a', 'e'])
})

test('numbers sort as numbers', () => {
  expect(idsBy('-quantity', [item('a', { quantity: 9 }), item('b', { quantity: 10 })])).toEqual(['b', 'a'])
})

test('strings compare by code point, not by UTF-16 unit', () => {
  const text = fc.string({ unit: anyCharacter })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const left = [...a].map((character) => character.codePointAt(0) ?? 0)
      const right = [...b].map((character) => character.codePointAt(0) ?? 0)
      const at = left.findIndex((point, index) => point !== right[index])
      const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected))
    }),
    { seed: chooseSeed() },
  )
})

test('search looks into name, SKU and barcode, whatever the case', () => {
  const found = makeItemMatcher({ search: 'éT' })
  expect(found(item('x', { name: 'CAFÉTIÈRE' }))).toBe(true)
  expect(found(item('x', { sku: 'ét-1' }))).toBe(true)
  expect(found(item('x', { barcode: '1ÉT' }))).toBe(true)
  expect(found(item('x', { location: 'ét' }))).toBe(false)
})

test('search folds both forms of the Greek sigma', () => {
  expect(makeItemMatcher({ search: 'ΟΔΟΣ' })(item('x', { name: 'ΟΔΟΣΑ' }))).toBe(true)
  expect(makeItemMatcher({ search: 'οδός' })(item('x', { name: 'Οδόσα' }))).toBe(true)
})

test('low stock is below the reorder point, and false filters nothing', () => {
  const low = item('x', { quantity: 4, reorder_point: 5 })
  const enough = item('x', { quantity: 5, reorder_point: 5 })
  const unset = item('x', {})
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: true }))).toEqual([low])
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: false }))).toHaveLength(3)
})

test('a page past the end is empty, and still has the total', () => {
  expect(slicePage([1, 2, 3], { limit: 2, offset: 4 })).toEqual({ rows: [], total: 3, limit: 2, offset: 4 })
})

test.each<[ItemFilter, boolean]>([
  [{}, true],
  [{ location: 'A 1' }, true],
  [{ location: 'a 1' }, false],
  [{ location: 'A' }, false],
  [{ sku: 'S-1' }, true],
  [{ sku: 's-1' }, false],
  [{ barcode: '4006381333931' }, true],
  [{ barcode: '400' }, false],
  [{ location: 'A 1', sku: 'S-2' }, false],
])('the filter %j finds an item at A 1: %p', (filter, found) => {
  expect(makeItemMatcher(filter)(item('x', { location: 'A 1', sku: 'S-1', barcode: '4006381333931' }))).toBe(found)
})

test('an item without a reorder point is never low, whatever its quantity', () => {
  expect(makeItemMatcher({ low_stock: true })({ ...item('x', {}), quantity: -1 })).toBe(false)
})

test('search passes over a barcode that is not set', () => {
  expect(makeItemMatcher({ search: 'null' })(item('x', {}))).toBe(false)
})

test('items sort by the time when they were put in trash', () => {
  const trashed = (id: string, at: number) => trashItem(item(id, {}), 'usr_1', at).after
  const items = [trashed('a', 2), trashed('b', 1), trashed('c', 3)]
  expect(idsBy('deleted_at', items)).toEqual(['b', 'a', 'c'])
  expect(idsBy('-deleted_at', items)).toEqual(['c', 'a', 'b'])
})

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

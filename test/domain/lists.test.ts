import fc from 'fast-check'
import { foldText, listWords } from '../../functions/domain/fold'
import { decideItemCreation, decideItemDeletion, type ItemFields } from '../../functions/domain/items/item'
import { type ItemFilter, makeItemComparator, makeItemMatcher } from '../../functions/domain/items/item-list'
import * as lists from '../../functions/domain/list'
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
import { testProperty } from '../support/property'

test('a text comes after its beginning, characters beyond U+FFFF after all others, though UTF-16 has lower units', () => {
  const units = ['\ud7ff', '\ue000', '\uffff']
  const ascending = ['A', 'AB', ...units, '\u{10000}', '\u{103fe}', '\u{103ff}', '\u{10400}', '\u{10ffff}']
  for (const [index, text] of ascending.entries()) {
    expect(lists.compareCodePoints(text, text)).toBe(0)
    for (const later of ascending.slice(index + 1)) {
      expect(lists.compareCodePoints(text, later)).toBeLessThan(0)
      expect(lists.compareCodePoints(later, text)).toBeGreaterThan(0)
    }
  }
})

test.each([
  ['Huśtawka Jalapeño CRÈME İstanbul ılık', 'hustawka jalapeno creme istanbul ilik'],
  ['Straße STRAẞE Œuvre Ærø Łódź Đặng Ħal þorp ǿ', 'strasse strasse oeuvre aero lodz dang hal thorp o'],
  ['M4 × 20 T‑Shirt 3″ 5′ “9” l’eau 10–20 −5 ½ ½″', `m4 x 20 t-shirt 3" 5' "9" l'eau 10-20 -5 1/2 1/2"`],
  ['ＦＵＬＬ　Width ﬁ ㎏ ²', 'full width fi kg 2'],
  ['ΟΔΌΣ ςσ Ёж Йод', 'οδοσ σσ еж иод'],
  ['soft\u00adhyphen no\u200bspace e\u0301', 'softhyphen nospace e'],
  ['กี हिन्दी 한국', 'กี हिन्दी 한국'.normalize('NFKD')],
])('%s is folded to %s', (text, folded) => {
  expect([foldText(text), foldText(folded)]).toEqual([folded, folded])
  expect(listWords(` ${text} `)).toEqual(folded.split(' '))
})

test.each<[lists.SortValue, lists.SortValue, number]>([
  [2, 10, -1],
  [10, 2, 1],
  [3, 3, 0],
  ['10', '2', -1],
  [2, '10', 1],
  ['2', 10, 1],
  ['b', 'a', 1],
  [null, 1, 1],
  [1, null, -1],
  [null, '', 1],
  [null, null, 0],
])('%j compared with %j is %i; descending turns that around, but for nulls', (a, b, sign) => {
  const signOf = (direction: 1 | -1) => Math.sign(lists.compareValues(a, b, direction)) || 0 // no -0
  expect(signOf(1)).toBe(sign)
  expect(signOf(-1)).toBe(a === null || b === null ? sign : 0 - sign)
})

test('a sort has a minus before its field where it is descending, and nowhere else', () => {
  expect(lists.parseSort('name')).toEqual({ field: 'name', direction: 1 })
  expect(lists.parseSort('-name')).toEqual({ field: 'name', direction: -1 })
  expect(lists.parseSort('a-name')).toEqual({ field: 'a-name', direction: 1 })
})

test('ties are sorted by id in both directions, and case is no difference', () => {
  const rows = [
    { id: '2', name: 'b' },
    { id: '1', name: 'B' },
    { id: '3', name: 'A' },
  ]
  const sortBy = (sort: 'name' | '-name') =>
    rows.toSorted(lists.makeComparator(sort, (row, field) => row[field])).map(({ id }) => id)
  expect(sortBy('name')).toEqual(['3', '1', '2'])
  expect(sortBy('-name')).toEqual(['1', '2', '3'])
})

test('a row must pass the test of each filter that is given, and of no other', () => {
  type Row = { size: number; color: string }
  const match = (filter: { size?: number | undefined; color?: string | undefined }) =>
    lists.makeMatcher<Row, typeof filter>(filter, {
      size: (row) => row.size === filter.size,
      color: (row) => row.color === filter.color,
    })
  const matches = (filter: Parameters<typeof match>[0]) => match(filter)({ size: 1, color: 'red' })
  expect([{}, { size: 1, color: undefined }, { size: 1, color: 'red' }].map(matches)).toEqual([true, true, true])
  expect(
    [
      { size: 1, color: 'blue' },
      { size: 2, color: 'red' },
    ].map(matches),
  ).toEqual([false, false])
})

testProperty('what passes is counted in a few calls', { of: [fc.nat(100), fc.nat(100)] }, (count, passing) => {
  const passes = jest.fn((index: number) => {
    expect([index >= 0 && index < count, passes.mock.calls.length > 7]).toEqual([true, false])
    return index < passing
  })
  expect(lists.countPassing(count, passes)).toBe(Math.min(count, passing))
})

test('a page begins after `offset` rows and has at most `limit`; past the end it is empty, with the total', () => {
  const slice = (offset: number) => lists.slicePage(['a', 'b', 'c', 'd', 'e'], { limit: 2, offset })
  expect(slice(1)).toEqual({ rows: ['b', 'c'], total: 5, limit: 2, offset: 1 })
  expect(slice(6)).toEqual({ rows: [], total: 5, limit: 2, offset: 6 })
  const upper = { rows: ['B', 'C'], total: 5, limit: 2, offset: 1 }
  expect(lists.mapPage(slice(1), (row) => row.toUpperCase())).toEqual(upper)
})

const item = (id: string, fields: Partial<ItemFields>) =>
  decideItemCreation(id, { ...bolt, name: id, sku: id, ...fields }, 0).after
const idsBy = (sort: Parameters<typeof makeItemComparator>[0], items: ReturnType<typeof item>[]) =>
  items.toSorted(makeItemComparator(sort)).map(({ id }) => id)

test('items sort by their fields: without case, nulls last in both directions, ties by id, numbers as numbers', () => {
  const items = Object.entries({ e: null, d: 'b', c: 'A', b: 'a', a: null }).map(([id, location], index) =>
    item(id, { location, quantity: 8 + index }),
  )
  expect(idsBy('location', items)).toEqual(['b', 'c', 'd', 'a', 'e'])
  expect(idsBy('-location', items)).toEqual(['d', 'b', 'c', 'a', 'e'])
  expect(idsBy('-quantity', items)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

const anyText = fc.string({ unit: anyCharacter })
testProperty('strings compare by code point, not by UTF-16 unit', { of: [anyText, anyText] }, (a, b) => {
  const pointsOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0)
  const [left, right] = [pointsOf(a), pointsOf(b)]
  const at = left.findIndex((point, index) => point !== right[index])
  const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
  expect(Math.sign(lists.compareCodePoints(a, b))).toBe(Math.sign(expected))
})

test.each<[string, Partial<ItemFields>, boolean]>([
  ['éT', { name: 'CAFÉTIÈRE' }, true],
  ['et', { name: 'CAFÉTIÈRE' }, true],
  ['20 m4 schraub', { name: 'Schraube M4 × 20' }, true],
  ['m4 ax', { name: 'M4', sku: 'Axe' }, true],
  ['m4 22', { name: 'Schraube M4 × 20' }, false],
  ['éT', { sku: 'ét-1' }, true],
  ['éT', { barcode: '1ÉT' }, true],
  ['ét', { location: 'ét' }, false],
  ['ΟΔΟΣ', { name: 'ΟΔΟΣΑ' }, true], // both forms of the sigma
  ['οδός', { name: 'Οδόσα' }, true],
  ['null', {}, false], // a barcode that is not set
])('search for %s in an item with %j: %p', (search, fields, found) => {
  expect(makeItemMatcher({ search })(item('x', fields))).toBe(found)
})

test('low stock is below the reorder point, and false filters nothing', () => {
  const low = item('x', { quantity: 4, reorder_point: 5 })
  const enough = item('x', { quantity: 5, reorder_point: 5 })
  const unset = { ...item('x', {}), stock: { total: -1 } } // without a reorder point, it is never low
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: true }))).toEqual([low])
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: false }))).toHaveLength(3)
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
  [{ updated_since: -1 }, true],
  [{ updated_since: 0 }, false],
  [{ ids: ['y', 'x'] }, true],
  [{ ids: ['y'] }, false],
])('the filter %j finds an item at A 1: %p', (filter, found) => {
  expect(makeItemMatcher(filter)(item('x', { location: 'A 1', sku: 'S-1', barcode: '4006381333931' }))).toBe(found)
})

test('items sort by the time when they were put in trash', () => {
  const trashed = (id: string, at: number) => decideItemDeletion(item(id, {}), 'usr_1', at).after
  const items = [trashed('a', 2), trashed('b', 1), trashed('c', 3)]
  expect(idsBy('deleted_at', items)).toEqual(['b', 'a', 'c'])
  expect(idsBy('-deleted_at', items)).toEqual(['c', 'a', 'b'])
})

const header = (fields: Partial<Order> = {}, lines = [makeOrderLine(1, 2)]) => {
  const order = { ...makeOrder(lines), ...fields }
  return { ...toHeader(order), item_ids: listItemIds(order) }
}
const today = '2026-03-14'
const matches = (filter: OrderFilter, order: ReturnType<typeof header>) => makeOrderMatcher(filter)(order)

test('an order header counts the lines and the money, adds up their quantities, and names each item once', () => {
  const lines = [makeOrderLine(1, 2, '2.50'), makeOrderLine(2, 3), { ...makeOrderLine(3, 4), item_id: 'itm_1' }]
  const made = header({ line_items: lines.map((line, index) => ({ ...line, quantity_received: index })) })
  expect(made).toMatchObject({ line_count: 3, item_ids: ['itm_1', 'itm_2'], subtotal: '5.00' })
  expect(made).toMatchObject({ total_quantity_ordered: 9, total_quantity_received: 3 })
  expect(made).not.toHaveProperty('line_items')
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
  [{ search: 'x‑77 acmé' }, true],
  [{ search: 'bolt' }, false],
  [{ overdue_on: today }, false],
  [{ overdue_on: undefined }, true],
])('the filter %j finds an order of Acme: %p', (filter, found) => {
  expect(matches(filter, header({ supplier: { ...supplier, reference: 'X-77' } }))).toBe(found)
})

test('an item is found on any line of an order; search passes over a reference that is not set', () => {
  const order = header({}, [makeOrderLine(1, 1), makeOrderLine(2, 1)])
  expect([matches({ item_id: 'itm_2' }, order), matches({ search: 'null' }, order)]).toEqual([true, false])
})

test.each<[Order['status'], string | null, boolean]>([
  ['ordered', '2026-03-13', true],
  ['partially_received', '2026-03-13', true],
  ['ordered', today, false],
  ['ordered', null, false],
  ['draft', '2026-03-13', false],
  ['received', '2026-03-13', false],
])('on 2026-03-14, an order that is %s and expected on %s is overdue: %p', (status, expected_at, overdue) => {
  expect(matches({ overdue_on: today }, header({ status, expected_at }))).toBe(overdue)
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

import { readFields, makeItem as readItem } from '../../dashboard/src/items/item-values'
import { makeQuery, parseItemSearch, parseItemsSearch } from '../../dashboard/src/items/search'
import { pickChanges } from '../../dashboard/src/parts/difference'
import { findNext } from '../../dashboard/src/parts/grid-place'
import { findFaultOfNeeded } from '../../dashboard/src/parts/numbers'
import { nothingHeld, sortByMiddle, takeCode } from '../../dashboard/src/scan/held'
import { makeScanSearch, parseScanSearch } from '../../dashboard/src/scan/search'
import { choose } from '../../dashboard/src/settings/webhooks/events'
import { makeCountSheet } from '../../dashboard/src/spreadsheets/stocktake/count-sheet'
import { beginCounts, putCount, removeCount, toCountRows } from '../../dashboard/src/spreadsheets/stocktake/counts'
import { parseStocktakeSearch } from '../../dashboard/src/spreadsheets/stocktake/search'
import { parseMoveSearch } from '../../dashboard/src/stock/move-search'
import { computeAfter, describeOccurred, leastOf, makeMovement } from '../../dashboard/src/stock/movement'
import { bolt } from '../support/bolt'

test('an address shows what it says, and leaves out what is broken', () => {
  const search = { search: 12, location: '', low_stock: 'yes', sort: 'price', offset: -3, create: true, move: 'sell' }
  expect(parseItemsSearch(search)).toEqual({ search: '12', create: true })
  expect(parseItemSearch({ offset: '25', edit: 1, reverse: 'txn_1' })).toEqual({ offset: 25, reverse: 'txn_1' })
})

test('of an address, the API is asked for its own filters alone', () => {
  const search = { search: 'bolt', create: true, barcode: '4006381333931', move: 'sell', of: 'itm_1' } as const
  expect(makeQuery(search)).toEqual({ search: 'bolt', sort: 'name', offset: 0, limit: 25 })
})

test('a tab of the list is a filter of the API', () => {
  const search = parseItemsSearch({ out_of_stock: true, no_reorder_point: true, low_stock: false })
  expect(makeQuery(search)).toMatchObject({ out_of_stock: true, has_reorder_point: false })
  expect(makeQuery(search)).not.toHaveProperty('low_stock')
})

test.each<[key: string, ctrlKey: boolean, place: [row: number, column: number] | null]>([
  ['ArrowUp', false, [1, 2]],
  ['ArrowDown', false, [3, 2]],
  ['ArrowLeft', false, [2, 1]],
  ['ArrowRight', false, [2, 3]],
  ['Home', false, [2, 0]],
  ['End', false, [2, 3]],
  ['Home', true, [0, 0]],
  ['End', true, [25, 3]],
  ['PageUp', false, [1, 2]],
  ['PageDown', false, [12, 2]],
  ['x', false, null],
])('in the grid, %s leads from a cell to the next, and none beyond an edge', (key, ctrlKey, place) => {
  const size = { rows: 25, columns: 4 }
  const next = findNext({ key, ctrlKey }, { row: 2, column: 2 }, size)
  expect(next && [next.row, next.column]).toEqual(place)
  const edge = findNext({ key, ctrlKey }, { row: 25, column: 3 }, size) ?? { row: 0, column: 0 }
  expect(edge.row <= 25 && edge.column <= 3).toBe(true)
})

test('an address books single units of what can be, and never of a code that it names', () => {
  const isOne = (kind: 'sell' | 'count', code?: string) =>
    parseScanSearch({ ...makeScanSearch(kind), one: true, code }).one
  expect([isOne('sell'), isOne('count'), isOne('sell', 'X')]).toEqual([true, undefined, undefined])
})

test('a movement needs its kind and its item', () => {
  expect(parseMoveSearch({ move: 'sell', of: 'itm_1' })).toEqual({ move: 'sell', of: 'itm_1' })
  expect(parseMoveSearch({ move: 'steal', of: 'itm_1' })).toEqual({})
  expect(parseMoveSearch({ move: 'sell' })).toEqual({})
})

test('an event that covers others stands for them', () => {
  expect(choose('item.*', true, ['item.created', 'order.placed'])).toEqual(['order.placed', 'item.*'])
  expect(choose('item.*', false, ['item.*'])).toEqual([])
})

const at = '2026-11-25T00:00:00.000Z'
const rope = { ...bolt, id: 'itm_1', name: 'Rope', sku: 'R', quantity: 10, created_at: at, updated_at: at }
const values = { quantity: '4', reason: '', note: ' ' }

test.each([
  ['sell', 6, 1],
  ['receive', 14, 1],
  ['adjust', 14, null],
  ['count', 4, null],
] as const)('%s 4 of 10: the quantity after is %d', (kind, after, least) => {
  expect(computeAfter(kind, 10, '4')).toBe(after)
  expect([computeAfter(kind, 10, ''), computeAfter(kind, 10, '1.5')]).toEqual([null, null])
  expect(findFaultOfNeeded('0', leastOf[kind])).toBe(least && 'Type a whole number, 1 or more.')
})

test('a movement has what was typed, and a count what was seen', () => {
  expect(makeMovement('sell', rope, values)).toEqual({ type: 'issue', item_id: 'itm_1', quantity: 4 })
  const why = { reason: 'loss', note: 'Rats' } as const
  const counted = { type: 'count', item_id: 'itm_1', quantity: 4, ...why, expected_quantity: 10 }
  expect(makeMovement('count', rope, { ...values, ...why })).toEqual(counted)
  const tell = (occurred_at: string) => describeOccurred({ ...rope, occurred_at })
  expect([tell(at), tell('2026-11-24T12:00:00Z')]).toEqual([null, expect.stringContaining('happened Nov 24, 2026')])
})

test('an empty field is unset, and only what differs is sent', () => {
  const typed = { name: ' Rope ', sku: 'R', barcode: '', location: 'A1', reorder_point: '' }
  expect(pickChanges(readFields(typed), rope)).toEqual({ location: 'A1' })
  expect(readItem({ ...typed, quantity: '' })).not.toHaveProperty('quantity')
  expect(readItem({ ...typed, quantity: '3' })).toMatchObject({ quantity: 3, location: 'A1', reorder_point: null })
})

/** The codes that are taken of pictures: by their times in milliseconds, the codes of one letter in each. */
function takeAll(pictures: { [at: number]: string }): (string | null)[] {
  let held = nothingHeld
  return Object.entries(pictures).map(([at, codes]) => {
    const next = takeCode(held, [...codes], Number(at))
    held = next.held
    return next.taken
  })
}

test('a code is taken once while it is in the picture, and again after two seconds out of it', () => {
  const times = { 0: 'A', 200: 'A', 400: '', 1000: 'A', 1200: '', 3300: '', 3400: 'A' }
  expect(takeAll(times)).toEqual(['A', null, null, null, null, null, 'A'])
})

test('the code in the middle is taken; one beside it waits until it is there', () => {
  expect(takeAll({ 0: 'AB', 200: 'AB', 400: 'BA' })).toEqual(['A', null, 'B'])
})

test('codes are sorted by how far they are from the middle; those without a text are left out', () => {
  const place = (rawValue: string, x: number, format = 'qr_code') => {
    return { rawValue, format, boundingBox: { x, y: 40, width: 20, height: 20 } }
  }
  const codes = [place('far', 0), place('', 40), place('near', 45), place('0036000291452', 60, 'ean_13')]
  expect(sortByMiddle(codes, { width: 100, height: 100 })).toEqual(['near', '036000291452', 'far'])
})

const makeItem = (sku: string, quantity: number) => {
  return { ...rope, id: `itm_${sku}`, sku, name: `Item ${sku}`, quantity, barcode: '=1' }
}

test('a second count is added, and what was expected at first stays: an item that moved between is counted again', () => {
  const first = putCount(beginCounts(), makeItem('A', 10), 4, 'add')
  const both = putCount(first, makeItem('A', 9), 5, 'add')
  expect(both.rows).toEqual([{ sku: 'A', name: 'Item A', counted: 9, expected: 10 }])
})

test('a second count takes the place of the first, with what is expected now', () => {
  const first = putCount(putCount(beginCounts(), makeItem('A', 10), 4, 'add'), makeItem('B', 1), 1, 'add')
  const next = putCount(first, makeItem('A', 9), 5, 'replace')
  expect(next.rows.map(({ sku, counted, expected }) => `${sku} ${counted} ${expected}`)).toEqual(['A 5 9', 'B 1 1'])
  expect(removeCount(next, 'A').rows).toHaveLength(1)
})

test('counts are rows of a sheet', () => {
  const counts = putCount(beginCounts(), makeItem('A', 10), 4, 'add')
  expect(toCountRows(counts, (number) => `count ${number}`)).toEqual([
    { line: 1, sku: 'A', counted: 4, expected: 10, places: { sku: 'count 1', counted: 'count 1' } },
  ])
})

test('a sheet to fill in has the columns that a stocktake reads', () => {
  const header = ['sku', 'name', 'location', 'barcode', 'quantity', 'counted', 'id']
  expect(makeCountSheet([makeItem('A', 3)], 'csv')).toEqual([header, ['A', 'Item A', null, "'=1", 3, null, 'itm_A']])
  expect(makeCountSheet([makeItem('A', 3)], 'xlsx')).toEqual([header, ['A', 'Item A', null, '=1', 3, null, 'itm_A']])
})

test('the address of a stocktake says how to count, and what', () => {
  expect(parseStocktakeSearch({ how: 'phone', location: 7, search: '', x: 1 })).toEqual({ how: 'phone', location: '7' })
  expect(parseStocktakeSearch({ how: 'guess' })).toEqual({})
})

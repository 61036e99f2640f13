import { makeCountSheet } from '../../dashboard/src/spreadsheets/stocktake/count-sheet'
import { beginCounts, putCount, removeCount, toCountRows } from '../../dashboard/src/spreadsheets/stocktake/counts'
import { parseStocktakeSearch } from '../../dashboard/src/spreadsheets/stocktake/search'

const item = (sku: string, quantity: number) => ({
  id: `itm_${sku}`,
  sku,
  name: `Item ${sku}`,
  quantity,
  location: null,
  barcode: '=1',
  reorder_point: null,
  created_at: '2026-11-25T00:00:00.000Z',
  updated_at: '2026-11-25T00:00:00.000Z',
})

test('a second count is added, and what was expected at first stays: an item that moved between is counted again', () => {
  const first = putCount(beginCounts(), item('A', 10), 4, 'add')
  const both = putCount(first, item('A', 9), 5, 'add')
  expect(both.rows).toEqual([{ sku: 'A', name: 'Item A', counted: 9, expected: 10 }])
})

test('a second count takes the place of the first, with what is expected now', () => {
  const first = putCount(putCount(beginCounts(), item('A', 10), 4, 'add'), item('B', 1), 1, 'add')
  const next = putCount(first, item('A', 9), 5, 'replace')
  expect(next.rows.map(({ sku, counted, expected }) => [sku, counted, expected])).toEqual([
    ['A', 5, 9],
    ['B', 1, 1],
  ])
  expect(removeCount(next, 'A').rows).toHaveLength(1)
})

test('counts are rows of a sheet', () => {
  const counts = putCount(beginCounts(), item('A', 10), 4, 'add')
  expect(toCountRows(counts, (number) => `count ${number}`)).toEqual([
    { line: 1, sku: 'A', counted: 4, expected: 10, places: { sku: 'count 1', counted: 'count 1' } },
  ])
})

test('a sheet to fill in has the columns that a stocktake reads', () => {
  const header = ['sku', 'name', 'location', 'barcode', 'quantity', 'counted']
  expect(makeCountSheet([item('A', 3)], 'csv')).toEqual([header, ['A', 'Item A', null, "'=1", 3, null]])
  expect(makeCountSheet([item('A', 3)], 'xlsx')).toEqual([header, ['A', 'Item A', null, '=1', 3, null]])
})

test('the address says how to count, and what', () => {
  expect(parseStocktakeSearch({ how: 'phone', location: 7, search: '', x: 1 })).toEqual({ how: 'phone', location: '7' })
  expect(parseStocktakeSearch({ how: 'guess' })).toEqual({})
})

import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { Segment } from '../../functions/catalogue/columns/segment'
import { rowsPerSegment, Segments } from '../../functions/catalogue/columns/segments'
import { SortIndex } from '../../functions/catalogue/columns/sort-index'
import { type ItemSegments, itemLayout, liveItems, sumQuantities } from '../../functions/catalogue/items/item-layout'
import type { Item } from '../../functions/domain/items/item'
import type { ItemFilter, TrashSort } from '../../functions/domain/items/item-list'
import { makeNumberedItem as makeItem, makeNumberedItems as makeItems } from '../support/numbered-item'

const joinSegments = (...parts: Item[][]) =>
  new Segments(
    itemLayout,
    parts.map((items) => Segment.of(itemLayout, items)),
  )
const makeSegments = (...parts: number[][]) => joinSegments(...parts.map((numbers) => makeItems(...numbers)))
const idOf = (number: number) => makeItem(number).id
const range = (count: number, step = 1) => Array.from({ length: count }, (_, index) => index * step)
const idsOf = (segments: ItemSegments) => range(segments.count).map((position) => segments.getId(position))
const itemsOf = (segments: ItemSegments) => range(segments.count).map((position) => segments.getRow(position))

test('positions count through all segments', () => {
  const segments = makeSegments([1, 2], [3], [5, 7, 9])
  expect(segments.count).toBe(6)
  expect(idsOf(segments)).toEqual([1, 2, 3, 5, 7, 9].map(idOf))
  expect(itemsOf(segments)).toEqual(makeItems(1, 2, 3, 5, 7, 9))
})

test('an item is found by its id, in whatever segment it is', () => {
  const segments = makeSegments([2, 4], [6], [8, 10, 12])
  expect([2, 4, 6, 8, 10, 12].map((number) => segments.find(idOf(number)))).toEqual([0, 1, 2, 3, 4, 5])
  expect([1, 3, 5, 7, 9, 11, 13].map((number) => segments.find(idOf(number)))).toEqual(Array(7).fill(null))
  expect(makeSegments().find(idOf(1))).toBeNull()
})

test('a rank is the number of items with a lower id', () => {
  const segment = Segment.of(itemLayout, makeItems(2, 4, 6))
  expect([1, 2, 3, 4, 5, 6, 7].map((number) => segment.findRank(idOf(number)))).toEqual([0, 0, 1, 1, 2, 2, 3])
})

test('each value of an item is where its item is', () => {
  const make = (number: number) => makeItem(number, { rev: number, quantity: number * 10, name: `N${number}` })
  const segments = joinSegments([make(1), make(2)], [make(3)])
  expect(range(3).map((position) => segments.getRevision(position))).toEqual([1, 2, 3])
  expect(range(3).map((position) => segments.getValue(position, 'quantity'))).toEqual([10, 20, 30])
  expect(segments.listValues('name')).toEqual(['n1', 'n2', 'n3'])
  expect(sumQuantities(segments)).toBe(60)
  expect(() => segments.getValue(0, 'size')).toThrow(RangeError)
})

test('items changed after a time are told with their revision', () => {
  const changed = (number: number, second: number, rev = number) =>
    makeItem(number, { rev, updated_at: `2026-03-14T00:00:0${second}.000Z` })
  const segments = joinSegments([changed(1, 5), changed(2, 6)], [changed(3, 7)])
  const [at, second, third] = [Date.UTC(2026, 2, 14, 0, 0, 5), { id: idOf(2), rev: 2 }, { id: idOf(3), rev: 3 }]
  expect(segments.findChangedAfter(at)).toEqual([second, third])
  const catalogue = new Catalogue(segments)
  for (const item of [changed(2, 8, 5), changed(4, 5)]) catalogue.apply(item)
  expect(catalogue.findChangedAfter(at)).toEqual([third, { ...second, rev: 5 }])
})

test('no items take no segment, and there is no position', () => {
  expect(Segments.of(itemLayout, []).segments).toEqual([])
  expect(() => makeSegments().getId(0)).toThrow(RangeError)
})

test('a segment holds 8 192 items at the most, and is split in parts of the same size', () => {
  const whole = Segments.of(itemLayout, makeItems(...range(rowsPerSegment + 1, 2)))
  expect(whole.segments.map(({ count }) => count)).toEqual([8_192, 1])
  const split = whole.replaceRows(makeItems(6, 8), new Uint8Array(whole.count))
  expect(split.segments.map(({ count }) => count)).toEqual([4_097, 4_097, 1])
  expect(idsOf(split)).toEqual(idsOf(split).toSorted())
})

const changedItem = (number: number) => makeItem(number, { rev: 2 })
test.each<[where: string, put: Item[], gone: number[], after: number[], kept: number]>([
  ['where their ids belong', makeItems(35, 31, 5), [], [5, 10, 20, 30, 31, 35, 40, 50], 2],
  ['in place of what is gone', [changedItem(40)], [0, 3], [20, 30, 40, 50], 2],
  ['in their own segment, if first', [changedItem(30)], [2], [10, 20, 30, 40, 50], 0],
])('items are put %s, and only their segments are packed anew', (...[, put, gone, after, kept]) => {
  const segments = makeSegments([10, 20], [30, 40], [50])
  const isGone = Uint8Array.from({ length: 5 }, (_, position) => Number(gone.includes(position)))
  const replaced = segments.replaceRows(put, isGone)
  const expected = after.map((number) => put.find(({ id }) => id === idOf(number)) ?? makeItem(number))
  expect(itemsOf(replaced)).toEqual(expected)
  expect(replaced.segments[kept]).toBe(segments.segments[kept])
})

test('segments that come after all other items are taken as they are, others item by item', () => {
  const catalogue = new Catalogue(makeSegments([1, 2]))
  catalogue.apply(makeItem(3))
  const last = makeSegments([4, 6])
  catalogue.applyAll(last)
  expect(catalogue.select(liveItems).segments).toContain(last.segments[0])
  catalogue.apply(makeItem(8))
  catalogue.applyAll(joinSegments([changedItem(8), makeItem(9)]))
  expect(idsOf(catalogue.select(liveItems))).toEqual([1, 2, 3, 4, 6, 8, 9].map(idOf))
})

test('items are put in the order of their ids where nothing was before', () => {
  const segments = makeSegments().replaceRows(makeItems(3, 1, 2), new Uint8Array(0))
  expect(idsOf(segments)).toEqual([1, 2, 3].map(idOf))
})

test('the memory of segments is that of all of them', () => {
  const parts = [makeSegments([1, 2]), makeSegments([3])].map(({ bytes }) => bytes)
  expect(makeSegments([1, 2], [3]).bytes).toBe((parts[0] ?? 0) + (parts[1] ?? 0))
  expect(parts[0]).toBeGreaterThan(parts[1] ?? 0)
})

const now = Date.UTC(2026, 2, 14)
const trashedAt = (days: number) => new Date(now - days * 86_400_000).toISOString()
const shelf = [
  makeItem(0, { name: 'Éclair', location: 'A', barcode: '400', quantity: 4, reorder_point: 5 }),
  makeItem(1, { name: 'Nut', location: 'a', barcode: '4006', quantity: 5, reorder_point: 5 }),
  makeItem(2, { name: 'Bolt', location: null, quantity: 0 }),
  makeItem(3, { location: 'A', deleted_at: trashedAt(1), deleted_by: 'usr_1' }),
  makeItem(4, { location: 'A', deleted_at: trashedAt(30), deleted_by: 'usr_1' }),
]

test.each<[ItemFilter, number[]]>([
  [{}, [0, 1, 2]],
  [{ search: 'éC' }, [0]],
  [{ search: 's-2' }, [2]],
  [{ search: '400' }, [0, 1]],
  [{ search: 'null' }, []],
  [{ sku: 'S-1' }, [1]],
  [{ sku: 's-1' }, []],
  [{ barcode: '400' }, [0]],
  [{ location: 'A' }, [0]],
  [{ location: 'B' }, []],
  [{ low_stock: true }, [0]],
  [{ low_stock: false }, [0, 1, 2]],
  [{ out_of_stock: true }, [2]],
  [{ has_reorder_point: false }, [2]],
  [{ out_of_stock: false, has_reorder_point: true }, [0, 1, 2]],
  [{ location: 'A', sku: 'S-1' }, []],
  [{ updated_since: Date.UTC(2026, 0, 1) }, []],
  [{ ids: [makeItem(0).id.replace('itm', 'usr'), makeItem(1).id] }, [1]],
  [{ location: 'a', sku: 'S-1', barcode: '4006', search: 'nut' }, [1]],
])('packed items that match %j are at %j', (filter, positions) => {
  const bitmap = joinSegments(shelf.slice(0, 1), shelf.slice(1)).makeBitmap({ ...filter, where: 'live', now })
  expect([...bitmap.keys()].filter((position) => bitmap[position] === 1)).toEqual(positions)
})

test('packed items in trash are listed until they are purged', () => {
  const segments = Segments.of(itemLayout, shelf)
  const inTrash = (at: number, filter = {}) => [...segments.makeBitmap({ ...filter, where: 'trash', now: at })]
  expect(inTrash(now)).toEqual([0, 0, 0, 1, 0])
  expect(inTrash(now - 1)).toEqual([0, 0, 0, 1, 1])
  expect(inTrash(now, { location: 'a' })).toEqual([0, 0, 0, 0, 0])
})

test('what a bitmap held before does not count', () => {
  const segment = Segment.of(itemLayout, shelf.slice(0, 2))
  const bitmap = Uint8Array.from([0, 7])
  segment.setMatches({ sku: 'S-0', where: 'live', now }, bitmap)
  expect([...bitmap]).toEqual([1, 0])
})

test.each<[TrashSort, Parameters<typeof makeItem>[1], number]>([
  ['quantity', { quantity: 0 }, 3],
  ['quantity', { quantity: 4 }, 4],
  ['quantity', { quantity: 9 }, 5],
  ['-quantity', { quantity: 9 }, 0],
  ['name', { name: 'BOLT' }, 3],
  ['name', { name: 'az' }, 0],
  ['location', { location: null }, 5],
  ['deleted_at', { deleted_at: trashedAt(2) }, 1],
  ['deleted_at', { id: makeItem(0).id.replace('01K', '01J') }, 2],
  ['-updated_at', { updated_at: '2026-01-02T00:00:00.000Z' }, 0],
  ['updated_at', { updated_at: '2026-01-01T00:00:00.000Z' }, 5],
])('sorted by %s, an item with %j that is not packed comes after %i others', (sort, fields, rank) => {
  const item = makeItem(5, fields)
  const order = itemLayout.parseSort(sort)
  const value = itemLayout.columns.toSortValue(itemLayout.flatten(item), order.field)
  expect(new SortIndex(Segments.of(itemLayout, shelf), order).findRank(value, item.id)).toBe(rank)
})

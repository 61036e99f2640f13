import { Segment } from '../../functions/catalogue/columns/segment'
import { rowsPerSegment, Segments } from '../../functions/catalogue/columns/segments'
import { SortIndex } from '../../functions/catalogue/columns/sort-index'
import { type ItemSegments, itemKind, sumQuantities } from '../../functions/catalogue/items/item-kind'
import type { Item } from '../../functions/domain/items/item'
import type { ItemFilter, TrashSort } from '../../functions/domain/items/item-list'
import { makeNumberedItem as makeItem } from '../support/numbered-item'

const makeSegments = (...parts: number[][]) =>
  new Segments(
    itemKind,
    parts.map((numbers) =>
      Segment.of(
        itemKind,
        numbers.map((number) => makeItem(number)),
      ),
    ),
  )
const idOf = (number: number) => makeItem(number).id
const idsOf = (segments: ItemSegments) =>
  Array.from({ length: segments.count }, (_, position) => segments.getId(position))
const itemsOf = (segments: ItemSegments) =>
  Array.from({ length: segments.count }, (_, position) => segments.getRow(position))
const range = (count: number, step = 1) => Array.from({ length: count }, (_, index) => index * step)

test('positions count through all segments', () => {
  const segments = makeSegments([1, 2], [3], [5, 7, 9])
  expect(segments.count).toBe(6)
  expect(idsOf(segments)).toEqual([1, 2, 3, 5, 7, 9].map(idOf))
  expect(itemsOf(segments)).toEqual([1, 2, 3, 5, 7, 9].map((number) => makeItem(number)))
})

test('an item is found by its id, in whatever segment it is', () => {
  const segments = makeSegments([2, 4], [6], [8, 10, 12])
  expect([2, 4, 6, 8, 10, 12].map((number) => segments.find(idOf(number)))).toEqual([0, 1, 2, 3, 4, 5])
  expect([1, 3, 5, 7, 9, 11, 13].map((number) => segments.find(idOf(number)))).toEqual(Array(7).fill(null))
  expect(makeSegments().find(idOf(1))).toBeNull()
})

test('a rank is the number of items with a lower id', () => {
  const segment = Segment.of(
    itemKind,
    [2, 4, 6].map((number) => makeItem(number)),
  )
  expect([1, 2, 3, 4, 5, 6, 7].map((number) => segment.findRank(idOf(number)))).toEqual([0, 0, 1, 1, 2, 2, 3])
})

test('without segments, there is no position', () => {
  expect(() => makeSegments().getId(0)).toThrow(RangeError)
})

test('each value of an item is where its item is', () => {
  const part = (...numbers: number[]) =>
    Segment.of(
      itemKind,
      numbers.map((number) => makeItem(number, { rev: number, quantity: number * 10, name: `N${number}` })),
    )
  const segments = new Segments(itemKind, [part(1, 2), part(3)])
  expect(range(3).map((position) => segments.getRevision(position))).toEqual([1, 2, 3])
  expect(range(3).map((position) => segments.getValue(position, 'quantity'))).toEqual([10, 20, 30])
  expect(segments.listValues('name')).toEqual(['n1', 'n2', 'n3'])
  expect(sumQuantities(segments)).toBe(60)
})

test('items changed after a time are told with their revision', () => {
  const changed = (number: number, second: number) =>
    makeItem(number, { rev: number, updated_at: `2026-03-14T00:00:0${second}.000Z` })
  const part = (...items: Item[]) => Segment.of(itemKind, items)
  const segments = new Segments(itemKind, [part(changed(1, 5), changed(2, 6)), part(changed(3, 7))])
  expect(segments.findChangedAfter(Date.UTC(2026, 2, 14, 0, 0, 5))).toEqual([
    { id: idOf(2), rev: 2 },
    { id: idOf(3), rev: 3 },
  ])
})

test('no items take no segment', () => {
  expect(Segments.of(itemKind, []).segments).toEqual([])
})

test('a segment holds 8 192 items at the most, and is split in parts of the same size', () => {
  const numbers = range(rowsPerSegment + 1, 2)
  const whole = Segments.of(
    itemKind,
    numbers.map((number) => makeItem(number)),
  )
  expect(whole.segments.map(({ count }) => count)).toEqual([8_192, 1])
  const between = [5, 7].map((number) => makeItem(number + 1))
  const split = whole.replaceRows(between, new Uint8Array(whole.count))
  expect(split.segments.map(({ count }) => count)).toEqual([4_097, 4_097, 1])
  expect(idsOf(split)).toEqual(idsOf(split).toSorted())
})

test('items are put where their ids belong, and only their segments are packed anew', () => {
  const before = makeSegments([10, 20], [30, 40], [50])
  const after = before.replaceRows(
    [35, 31, 5].map((number) => makeItem(number)),
    new Uint8Array(5),
  )
  expect(idsOf(after)).toEqual([5, 10, 20, 30, 31, 35, 40, 50].map(idOf))
  expect(after.segments[2]).toBe(before.segments[2])
})

test('what is gone is left out, and replaced items have their new fields', () => {
  const before = makeSegments([10, 20], [30, 40], [50])
  const after = before.replaceRows([makeItem(40, { rev: 2 })], Uint8Array.from([1, 0, 0, 1, 0]))
  expect(itemsOf(after)).toEqual([makeItem(20), makeItem(30), makeItem(40, { rev: 2 }), makeItem(50)])
  expect(after.segments[2]).toBe(before.segments[2])
})

test('the first item of a segment is replaced in its own segment', () => {
  const before = makeSegments([10, 20], [30, 40], [50])
  const after = before.replaceRows([makeItem(30, { rev: 2 })], Uint8Array.from([0, 0, 1, 0, 0]))
  expect(itemsOf(after)[2]).toEqual(makeItem(30, { rev: 2 }))
  expect(after.segments[0]).toBe(before.segments[0])
})

test('items are put in the order of their ids where nothing was before', () => {
  const segments = makeSegments().replaceRows(
    [3, 1, 2].map((number) => makeItem(number)),
    new Uint8Array(0),
  )
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
  [{ location: 'A', sku: 'S-1' }, []],
  [{ location: 'a', sku: 'S-1', barcode: '4006', search: 'nut' }, [1]],
])('packed items that match %j are at %j', (filter, positions) => {
  const segments = new Segments(itemKind, [
    Segment.of(itemKind, shelf.slice(0, 1)),
    Segment.of(itemKind, shelf.slice(1)),
  ])
  const bitmap = segments.makeBitmap({ ...filter, where: 'live', now })
  expect([...bitmap.keys()].filter((position) => bitmap[position] === 1)).toEqual(positions)
})

test('packed items in trash are listed until they are purged', () => {
  const inTrash = (at: number, filter = {}) => [
    ...Segments.of(itemKind, shelf).makeBitmap({ ...filter, where: 'trash', now: at }),
  ]
  expect(inTrash(now)).toEqual([0, 0, 0, 1, 0])
  expect(inTrash(now - 1)).toEqual([0, 0, 0, 1, 1])
  expect(inTrash(now, { location: 'a' })).toEqual([0, 0, 0, 0, 0])
})

test('what a bitmap held before does not count', () => {
  const segment = Segment.of(itemKind, shelf.slice(0, 2))
  const bitmap = Uint8Array.from([0, 7])
  segment.setMatches({ sku: 'S-0', where: 'live', now }, bitmap)
  expect([...bitmap]).toEqual([1, 0])
})

const orderBy = (sort: TrashSort, items: Item[]) => {
  const index = new SortIndex(Segments.of(itemKind, items), itemKind.parseSort(sort))
  return items.map((_, rank) => index.getPosition(rank))
}

test.each<[TrashSort, number[]]>([
  ['created_at', [0, 1, 2, 3, 4]],
  ['sku', [0, 1, 2, 3, 4]],
  ['-sku', [4, 3, 2, 1, 0]],
  ['name', [2, 3, 4, 1, 0]],
  ['-location', [0, 1, 3, 4, 2]],
  ['quantity', [2, 3, 4, 0, 1]],
  ['deleted_at', [4, 3, 0, 1, 2]],
  ['-deleted_at', [3, 4, 0, 1, 2]],
])('sorted by %s, packed items come as %j: ties by id, nulls last', (sort, positions) => {
  expect(orderBy(sort, shelf)).toEqual(positions)
})

test('items that are in order already take no index', () => {
  const items = Segments.of(itemKind, shelf)
  expect(new SortIndex(items, { field: 'created_at', direction: 1 }).bytes).toBe(0)
  expect(new SortIndex(items, { field: 'sku', direction: 1 }).bytes).toBe(0)
  expect(new SortIndex(items, { field: 'sku', direction: -1 }).bytes).toBe(4 * 5)
})

test.each<[TrashSort, Partial<Item>, number]>([
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
  const order = itemKind.parseSort(sort)
  const value = itemKind.columns.toSortValue(item, order.field)
  expect(new SortIndex(Segments.of(itemKind, shelf), order).findRank(value, item.id)).toBe(rank)
})

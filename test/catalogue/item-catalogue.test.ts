import fc from 'fast-check'
import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { RowMap } from '../../functions/catalogue/columns/row-map'
import { Segment } from '../../functions/catalogue/columns/segment'
import { Segments } from '../../functions/catalogue/columns/segments'
import { type ItemCatalogue, itemLayout, liveItems, sumUnits } from '../../functions/catalogue/items/item-layout'
import { type Item, isInTrash, isPurged, toItem } from '../../functions/domain/items/item'
import {
  type ItemFilter,
  itemSorts,
  makeItemComparator,
  makeItemMatcher,
  type TrashSort,
} from '../../functions/domain/items/item-list'
import { type PageRequest, slicePage } from '../../functions/domain/list'
import { dayMs } from '../../functions/domain/time'
import { bolt } from '../support/bolt'
import { makeNumberedItem, makeNumberedItems } from '../support/numbered-item'
import { testProperty } from '../support/property'
import { rehearse } from '../support/rehearse'
import { chooseSize } from '../support/size'

const now = Date.UTC(2026, 2, 14)
type Request = ItemFilter & PageRequest & { sort: TrashSort }
const word = fc.stringMatching(/^[abAB🔩éΣσς]{1,4}$/u)
const place = fc.constantFrom('a', 'A', 'b 🔩')
/** Each filter is in one request of four: what passes several of them is little. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const time = (days: number) => new Date(now - days * dayMs).toISOString()
const idOf = (number: number) => `itm_01K${String(number).padStart(23, '0')}`

const fields = fc.record({
  name: word,
  sku: word,
  quantity: fc.nat({ max: 3 }),
  location: fc.option(place),
  barcode: fc.option(word),
  reorder_point: fc.option(fc.nat({ max: 3 })),
  updated_at: fc.nat({ max: 3 }).map(time),
  deleted: fc.option(fc.constantFrom(1, 29, 30, 31), { freq: 2 }),
})
const version = fc.record({ number: fc.nat({ max: 30 }), rev: fc.integer({ min: 1, max: 5 }), fields })
const itemOf = ({
  number,
  rev,
  fields: { deleted, ...rest },
}: typeof version extends fc.Arbitrary<infer V> ? V : never): Item =>
  toItem({
    ...bolt,
    ...rest,
    id: idOf(number),
    created_at: time(100 - Math.floor(number / 3)), // some in the same millisecond
    rev,
    sequence: rev,
    deleted_at: deleted === null ? null : time(deleted),
    deleted_by: deleted === null ? null : 'usr_1',
  })

const sort = fc.constantFrom<TrashSort>(...itemSorts, ...itemSorts.map((field) => `-${field}` as const), '-deleted_at')
const request: fc.Arbitrary<Request> = fc.record({
  search: seldom(fc.stringMatching(/^[abAB🔩éΣσς]{1,2}$/u)),
  location: seldom(place),
  low_stock: seldom(fc.boolean()),
  out_of_stock: seldom(fc.boolean()),
  has_reorder_point: seldom(fc.boolean()),
  sort,
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.nat({ max: 12 }),
})

/** The same list from a plain array. */
function bruteForce(items: Item[], query: Request, where: 'live' | 'trash') {
  const there = (item: Item) => (where === 'live' ? !isInTrash(item) : isInTrash(item) && !isPurged(item, now))
  return slicePage(items.filter(there).filter(makeItemMatcher(query)).sort(makeItemComparator(query.sort)), query)
}

/** Of each item that is among the versions, the highest revision. */
function takeNewest(newest: Map<string, Item>, items: Item[]): Map<string, Item> {
  for (const item of items) if (item.rev > (newest.get(item.id)?.rev ?? 0)) newest.set(item.id, item)
  return newest
}
const versions = fc.array(version, { maxLength: 40 })
const runs = chooseSize({ quick: 300, thorough: 1_000 })

testProperty(
  'lists as a plain array would, whatever is packed and whatever has changed since, in whatever order it came',
  {
    of: [versions, versions, fc.array(request, { minLength: 1, maxLength: 5 }), fc.constantFrom('live', 'trash')],
    runs,
  },
  (packed, changes, requests, where) => {
    const newest = takeNewest(new Map(), packed.map(itemOf))
    const catalogue = Catalogue.of(itemLayout, [...newest.values()])
    for (const item of changes.map(itemOf)) {
      takeNewest(newest, [item])
      catalogue.apply(item)
    }
    for (const query of requests)
      expect(catalogue.list({ ...query, where, now })).toEqual(bruteForce([...newest.values()], query, where))
    expect(catalogue.find(idOf(31))).toBeNull() // a number that no version has
    const live = [...newest.values()].filter((item) => !isInTrash(item))
    expect(sumUnits(catalogue)).toBe(live.reduce((sum, { stock }) => sum + stock.total, 0))
  },
)

const grown = version.map(({ number, ...rest }) => ({ number: number * 3, ...rest }))
const delta = fc.array(fc.oneof(version, grown), { minLength: 1, maxLength: 20 })

testProperty(
  'lists as a plain array would after deltas, whether their rows come last or between others',
  {
    of: [
      fc.array(version, { maxLength: 20 }),
      fc.array(delta, { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      request,
    ],
    runs,
  },
  (packed, deltas, rowsPerSegment, query) => {
    const newest = new Map<string, Item>()
    const takeAll = (all: typeof packed) => {
      const taken = [...takeNewest(new Map(), all.map(itemOf)).values()]
      takeNewest(newest, taken)
      return taken.sort((a, b) => (a.id < b.id ? -1 : 1))
    }
    const catalogue = Catalogue.of(itemLayout, takeAll(packed))
    for (const rows of deltas.map(takeAll)) {
      const segments = Array.from({ length: Math.ceil(rows.length / rowsPerSegment) }, (_, at) =>
        Segment.of(itemLayout, rows.slice(at * rowsPerSegment, (at + 1) * rowsPerSegment)),
      )
      catalogue.applyAll(new Segments(itemLayout, segments))
    }
    const all = [...newest.values()]
    expect(catalogue.list({ ...query, where: 'live', now })).toEqual(bruteForce(all, query, 'live'))
    expect(catalogue.select({ where: 'live', now }).count).toBe(all.filter((item) => !isInTrash(item)).length)
  },
)

rehearse('a base of several segments lists the same after thousands of changes were folded in', () => {
  const item = (number: number, rev: number) =>
    makeNumberedItem(number, {
      name: `Item ${number % 97} ${rev}`,
      quantity: (number * rev) % 11,
      location: number % 5 === 0 ? null : `Aisle ${number % 5}`,
      reorder_point: 5,
      updated_at: time(rev),
      rev,
      deleted_at: number % 50 === 49 ? time(rev === 3 ? 31 : 1) : null,
      deleted_by: number % 50 === 49 ? 'usr_1' : null,
    })
  const items = new Map(Array.from({ length: 20_000 }, (_, number) => [number * 2, item(number * 2, 1)]))
  const catalogue = Catalogue.of(itemLayout, [...items.values()])
  for (let change = 0; change < 5_000; change++) {
    const number = (change * 7_919) % 60_000
    const changed = item(number, (items.get(number)?.rev ?? 0) + 2)
    items.set(number, changed)
    catalogue.apply(changed)
    catalogue.fold(now)
  }
  const requests: Partial<Request>[] = [
    {},
    { search: 'm 9' },
    { location: 'Aisle 3', sort: '-name' },
    { low_stock: true, sort: 'quantity' },
  ]
  for (const query of requests) {
    for (const where of ['live', 'trash'] as const) {
      const whole = { limit: 100, offset: 150, sort: 'created_at', ...query } as Request
      expect(catalogue.list({ ...whole, where, now })).toEqual(bruteForce([...items.values()], whole, where))
    }
  }
})

const page = { limit: 100, offset: 0, sort: 'created_at' } as const
const liveIds = (catalogue: ItemCatalogue) => catalogue.list({ ...page, where: 'live', now }).rows.map(({ id }) => id)
const trashed = (number: number, fields: Partial<Item> = {}) =>
  makeNumberedItem(number, { deleted_at: time(1), deleted_by: 'usr_1', ...fields })

test('of an item, the highest revision counts, packed or not', () => {
  const catalogue = Catalogue.of(itemLayout, [makeNumberedItem(1, { rev: 3 })])
  const revisions = () => [0, 1, 2].map((number) => catalogue.getRevision(makeNumberedItem(number).id))
  expect(revisions()).toEqual([0, 3, 0])
  catalogue.apply(makeNumberedItem(1, { rev: 3, name: 'another of the same revision' }))
  catalogue.apply(makeNumberedItem(1, { rev: 2, name: 'older' }))
  expect(catalogue.list({ ...page, where: 'live', now }).rows).toEqual([makeNumberedItem(1, { rev: 3 })])
  catalogue.apply(makeNumberedItem(1, { rev: 4 }))
  catalogue.apply(makeNumberedItem(2, { rev: 1 }))
  catalogue.apply(makeNumberedItem(1, { rev: 3 }))
  expect(revisions()).toEqual([0, 4, 1])
})

test('the size of a catalogue counts what is packed, and what has changed since', () => {
  const catalogue = Catalogue.of(itemLayout, makeNumberedItems(1, 2))
  expect(catalogue.size).toBe(2)
  catalogue.apply(makeNumberedItem(2, { rev: 2 }))
  catalogue.apply(makeNumberedItem(3))
  expect(catalogue.size).toBe(4)
})

test('the memory of a catalogue is that of what is packed, of what changed, and of the lists that were made of it', () => {
  const items = makeNumberedItems(1, 2, 3)
  const catalogue = Catalogue.of(itemLayout, items)
  const packed = Segments.of(itemLayout, items).bytes
  expect(catalogue.bytes).toBe(packed)
  catalogue.list({ ...page, sort: '-sku', where: 'live', now })
  catalogue.list({ ...page, sort: '-quantity', where: 'live', now })
  catalogue.list({ ...page, sort: 'sku', where: 'live', now })
  const lists = 4 * 3 + 3 * 4 * 3 // one order that differs from that of the ids, and three selections
  expect(catalogue.bytes).toBe(packed + lists)
  const change = makeNumberedItem(1, { rev: 2 })
  const changed = new RowMap<Item>().set(change.id, change)
  catalogue.apply(change)
  expect(catalogue.bytes).toBe(packed + lists + changed.bytes)
})

test('changes are packed once there are 2 000, without those that are purged', () => {
  const catalogue = Catalogue.of(itemLayout, [makeNumberedItem(0), makeNumberedItem(1)])
  catalogue.apply(trashed(0, { rev: 2, deleted_at: time(30) }))
  for (let number = 2; number < 2_000; number++) catalogue.apply(makeNumberedItem(number))
  catalogue.list({ ...page, sort: '-sku', where: 'live', now })
  catalogue.fold(now)
  expect(catalogue.size).toBe(2 + 1_999)
  catalogue.apply(makeNumberedItem(2_000))
  const unfolded = catalogue.bytes
  catalogue.fold(now)
  expect(catalogue.size).toBe(2_000)
  expect(catalogue.bytes).toBeLessThan(unfolded / 2)
  expect(catalogue.getRevision(makeNumberedItem(0).id)).toBe(0)
  expect(liveIds(catalogue)).toEqual(Array.from({ length: 100 }, (_, index) => makeNumberedItem(index + 1).id))
  expect(catalogue.list({ ...page, sort: '-sku', limit: 1, where: 'live', now }).rows).toEqual([makeNumberedItem(999)])
})

test('the live items of a catalogue are those that are packed, as they have changed since', () => {
  const [one, four, six] = makeNumberedItems(1, 4, 6) as [Item, Item, Item]
  const catalogue = Catalogue.of(itemLayout, [one, trashed(2), makeNumberedItem(3), four, trashed(5)])
  const [newOne, newFive] = [1, 5].map((number) => makeNumberedItem(number, { rev: 2 })) as [Item, Item]
  for (const item of [newOne, trashed(3, { rev: 2 }), newFive, six]) catalogue.apply(item)
  expect(catalogue.select(liveItems).listRows()).toEqual([newOne, four, newFive, six])
  expect(liveIds(catalogue)).toEqual([1, 4, 5, 6].map((number) => makeNumberedItem(number).id))
  expect(catalogue.size).toBe(9) // the catalogue itself stays as it is
})

import fc from 'fast-check'
import { ItemCatalogue, type ItemListRequest } from '../../functions/catalogue/items/item-catalogue'
import { type Item, isInTrash, isPurged } from '../../functions/domain/items/item'
import { itemSorts, makeItemComparator, makeItemMatcher, type TrashSort } from '../../functions/domain/items/item-list'
import { slicePage } from '../../functions/domain/list'
import { dayMs } from '../../functions/domain/time'
import { bolt } from '../../testing/bolt'
import { chooseSeed } from '../../testing/seed'

const now = Date.UTC(2026, 2, 14)
const word = fc.stringMatching(/^[abAB🔩éΣσς]{1,4}$/u)
const time = (days: number) => new Date(now - days * dayMs).toISOString()
const idOf = (number: number) => `itm_01K${String(number).padStart(23, '0')}`

const fields = fc.record({
  name: word,
  sku: word,
  quantity: fc.nat({ max: 3 }),
  location: fc.option(word),
  barcode: fc.option(word),
  reorder_point: fc.option(fc.nat({ max: 3 })),
  updated_at: fc.nat({ max: 3 }).map(time),
  deleted: fc.option(fc.constantFrom(1, 29, 30, 31), { freq: 3 }),
})
const version = fc.record({ number: fc.nat({ max: 30 }), rev: fc.integer({ min: 1, max: 5 }), fields })
const itemOf = ({
  number,
  rev,
  fields: { deleted, ...rest },
}: typeof version extends fc.Arbitrary<infer V> ? V : never): Item => ({
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
const request: fc.Arbitrary<ItemListRequest> = fc.record({
  search: fc.option(word, { nil: undefined }),
  location: fc.option(word, { nil: undefined }),
  low_stock: fc.option(fc.boolean(), { nil: undefined }),
  sort,
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.nat({ max: 12 }),
})

/** The same list from a plain array. */
function bruteForce(items: Item[], query: ItemListRequest, where: 'live' | 'trash') {
  const there = (item: Item) => (where === 'live' ? !isInTrash(item) : isInTrash(item) && !isPurged(item, now))
  return slicePage(items.filter(there).filter(makeItemMatcher(query)).sort(makeItemComparator(query.sort)), query)
}

test('lists as a plain array would, whatever is packed and whatever has changed since, in whatever order it came', () => {
  fc.assert(
    fc.property(
      fc.array(version, { maxLength: 40 }),
      fc.array(version, { maxLength: 40 }),
      fc.array(request, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('live', 'trash'),
      (packed, changes, requests, where) => {
        const newest = new Map<string, Item>()
        const take = (item: Item) => {
          if (item.rev > (newest.get(item.id)?.rev ?? 0)) newest.set(item.id, item)
        }
        for (const each of packed) take(itemOf(each))
        const catalogue = ItemCatalogue.of([...newest.values()])
        for (const each of changes) {
          take(itemOf(each))
          catalogue.apply(itemOf(each))
        }
        for (const query of requests)
          expect(catalogue.list(query, where, now)).toEqual(bruteForce([...newest.values()], query, where))
      },
    ),
    { seed: chooseSeed(), numRuns: 1_000 },
  )
})

test('a base of several segments lists the same after thousands of changes were folded in', () => {
  const item = (number: number, rev: number): Item => ({
    ...bolt,
    id: idOf(number),
    name: `Item ${number % 97} ${rev}`,
    sku: `S-${number}`,
    quantity: (number * rev) % 11,
    location: number % 5 === 0 ? null : `Aisle ${number % 5}`,
    barcode: null,
    reorder_point: 5,
    created_at: time(10),
    updated_at: time(rev),
    rev,
    sequence: rev,
    deleted_at: number % 50 === 49 ? time(rev === 3 ? 31 : 1) : null,
    deleted_by: number % 50 === 49 ? 'usr_1' : null,
  })
  const items = new Map(Array.from({ length: 20_000 }, (_, number) => [number * 2, item(number * 2, 1)]))
  const catalogue = ItemCatalogue.of([...items.values()])
  for (let change = 0; change < 5_000; change++) {
    const number = (change * 7_919) % 60_000
    const changed = item(number, (items.get(number)?.rev ?? 0) + 2)
    items.set(number, changed)
    catalogue.apply(changed)
    catalogue.fold(now)
  }
  const requests: Partial<ItemListRequest>[] = [
    {},
    { search: 'm 9' },
    { location: 'Aisle 3', sort: '-name' },
    { low_stock: true, sort: 'quantity' },
  ]
  for (const query of requests) {
    for (const where of ['live', 'trash'] as const) {
      const whole = { limit: 100, offset: 150, sort: 'created_at', ...query } as ItemListRequest
      expect(catalogue.list(whole, where, now)).toEqual(bruteForce([...items.values()], whole, where))
    }
  }
})

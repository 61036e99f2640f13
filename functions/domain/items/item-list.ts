import { foldCase, makeComparator, makeMatcher } from '../list'
import type { Item } from './item'
import { isLow } from './stock-level'

export const itemSorts = ['created_at', 'updated_at', 'name', 'sku', 'quantity', 'location'] as const
export type ItemSort = (typeof itemSorts)[number] | `-${(typeof itemSorts)[number]}`
/** Items in trash are sorted by `-deleted_at` by default. */
export type TrashSort = ItemSort | 'deleted_at' | '-deleted_at'

export type ItemFilter = {
  search?: string | undefined
  location?: string | undefined
  sku?: string | undefined
  barcode?: string | undefined
  low_stock?: boolean | undefined
  /** Epoch milliseconds. Exclusive. */
  updated_since?: number | undefined
  ids?: string[] | undefined
}

/** `search` ignores case. The layout of packed items (`keepMatches`) does the same. */
export function makeItemMatcher(filter: ItemFilter): (item: Item) => boolean {
  const { search, location, sku, barcode, low_stock, updated_since = 0, ids } = filter
  const needle = foldCase(search ?? '')
  const wanted = new Set(ids)
  const tests: Record<keyof ItemFilter, (item: Item) => boolean> = {
    search: (item) =>
      [item.name, item.sku, item.barcode].some((text) => text !== null && foldCase(text).includes(needle)),
    location: (item) => item.location === location,
    sku: (item) => item.sku === sku,
    barcode: (item) => item.barcode === barcode,
    low_stock: (item) => low_stock === false || isLow(item),
    updated_since: (item) => Date.parse(item.updated_at) > updated_since,
    ids: (item) => wanted.has(item.id),
  }
  return makeMatcher(filter, tests)
}

export function makeItemComparator(sort: TrashSort): (a: Item, b: Item) => number {
  return makeComparator<Item, (typeof itemSorts)[number] | 'deleted_at'>(sort, (item, field) => item[field])
}

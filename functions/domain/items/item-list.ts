import { foldCase, makeComparator, makeMatcher } from '../list'
import type { Item } from './item'

export const itemSorts = ['created_at', 'updated_at', 'name', 'sku', 'quantity', 'location'] as const
export type ItemSort = (typeof itemSorts)[number] | `-${(typeof itemSorts)[number]}`
/** Items in trash are sorted by `-deleted_at` by default. */
export type TrashSort = ItemSort | '-deleted_at'

export type ItemFilter = { search?: string | undefined; location?: string | undefined; low_stock?: boolean | undefined }

/** `search` ignores case. `ItemSegment.markMatches` does the same for packed items. */
export function makeItemMatcher(filter: ItemFilter): (item: Item) => boolean {
  const { search, location, low_stock } = filter
  const needle = foldCase(search ?? '')
  const tests: Record<keyof ItemFilter, (item: Item) => boolean> = {
    search: ({ name, sku, barcode }) =>
      [name, sku, barcode].some((text) => text !== null && foldCase(text).includes(needle)),
    location: (item) => item.location === location,
    low_stock: (item) => low_stock === false || isLow(item),
  }
  return makeMatcher(filter, tests)
}

export function makeItemComparator(sort: TrashSort): (a: Item, b: Item) => number {
  return makeComparator<Item, (typeof itemSorts)[number] | 'deleted_at'>(sort, (item, field) => item[field])
}

function isLow(item: Item): boolean {
  return item.reorder_point !== null && item.quantity < item.reorder_point
}

import { foldCase, makeComparator } from '../list'
import type { Item } from './item'

export const itemSorts = ['created_at', 'updated_at', 'name', 'sku', 'quantity', 'location'] as const
export type ItemSort = (typeof itemSorts)[number] | `-${(typeof itemSorts)[number]}`
/** Items in trash are sorted by `-deleted_at` by default. */
export type TrashSort = ItemSort | '-deleted_at'

export type ItemFilter = { search?: string | undefined; location?: string | undefined; low_stock?: boolean | undefined }

/** `search` ignores case. */
export function makeItemMatcher(filter: ItemFilter): (item: Item) => boolean {
  const needle = filter.search === undefined ? undefined : foldCase(filter.search)
  return (item) =>
    (needle === undefined ||
      [item.name, item.sku, item.barcode].some((text) => text !== null && foldCase(text).includes(needle))) &&
    (filter.location === undefined || item.location === filter.location) &&
    (filter.low_stock !== true || isLow(item))
}

export function makeItemComparator(sort: TrashSort): (a: Item, b: Item) => number {
  return makeComparator<Item, (typeof itemSorts)[number] | 'deleted_at'>(sort, (item, field) => item[field])
}

function isLow(item: Item): boolean {
  return item.reorder_point !== null && item.quantity < item.reorder_point
}

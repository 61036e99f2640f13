import { listNames } from '../fields'
import { hasWords, listWords } from '../fold'
import { makeComparator, makeMatcher } from '../list'
import type { Item } from './item'
import { itemFields } from './item-fields'
import { isLow } from './stock-level'

export const itemSorts = ['created_at', 'updated_at', 'name', 'sku', 'quantity', 'location'] as const
export type ItemSort = (typeof itemSorts)[number] | `-${(typeof itemSorts)[number]}`
/** Items in trash are sorted by `-deleted_at` by default. */
export type TrashSort = ItemSort | 'deleted_at' | '-deleted_at'

/** The fields that a filter may name, each with the value that an item must have there. */
export const exactFilters = listNames(itemFields, 'filter', true)
/** The fields in which a search looks for a text. */
export const searchFields = listNames(itemFields, 'search', true)

type ExactFilter = (typeof exactFilters)[number]

export type ItemFilter = { [Field in ExactFilter]?: string | undefined } & {
  search?: string | undefined
  low_stock?: boolean | undefined
  out_of_stock?: boolean | undefined
  has_reorder_point?: boolean | undefined
  /** Epoch milliseconds. Exclusive. */
  updated_since?: number | undefined
  ids?: string[] | undefined
}

/** `search` finds words, as `foldText` has them. The layout of packed items (`keepMatches`) does the same. */
export function makeItemMatcher(filter: ItemFilter): (item: Item) => boolean {
  const { search, low_stock, out_of_stock, has_reorder_point, updated_since = 0, ids } = filter
  const exact = exactFilters.filter((field) => filter[field] !== undefined)
  const words = listWords(search ?? '')
  const wanted = new Set(ids)
  const matches = makeMatcher<Item, Omit<ItemFilter, ExactFilter>>(filter, {
    search: (item) =>
      hasWords(
        searchFields.map((field) => item[field]),
        words,
      ),
    low_stock: (item) => low_stock === false || isLow(item),
    out_of_stock: (item) => out_of_stock === false || item.stock.total === 0,
    has_reorder_point: (item) => has_reorder_point === true || item.reorder_point === null,
    updated_since: (item) => Date.parse(item.updated_at) > updated_since,
    ids: (item) => wanted.has(item.id),
  })
  return (item) => exact.every((field) => item[field] === filter[field]) && matches(item)
}

export function makeItemComparator(sort: TrashSort): (a: Item, b: Item) => number {
  return makeComparator<Item, (typeof itemSorts)[number] | 'deleted_at'>(sort, (item, field) =>
    field === 'quantity' ? item.stock.total : item[field],
  )
}

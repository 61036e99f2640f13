import type { ListItemsQuery } from '../../../client'
import { makeParse, pageSize, type SearchOf } from '../parts/search'

const sorts = ['name', '-name', 'sku', 'quantity', '-quantity', 'location', '-updated_at', '-created_at'] as const
export type Sort = (typeof sorts)[number]

/** What the form of a new item begins with, such as a code that was scanned. */
export const givenFields = ['barcode', 'sku'] as const

/** `create`: the form of a new item is open. */
const ofItems = {
  search: 'text',
  location: 'text',
  low_stock: 'flag',
  out_of_stock: 'flag',
  no_reorder_point: 'flag',
  sort: sorts,
  offset: 'offset',
  create: 'flag',
  barcode: 'text',
  sku: 'text',
} as const

/** What the list of items shows, in its address. */
export type ItemsSearch = SearchOf<typeof ofItems>
export const parseItemsSearch = makeParse(ofItems)

/** Of the address, what the API filters by: there may be a movement in it, too. */
export function makeQuery(of: ItemsSearch): ListItemsQuery {
  const { search, location, low_stock, out_of_stock, no_reorder_point, sort = 'name', offset = 0 } = of
  return {
    ...(search !== undefined && { search }),
    ...(location !== undefined && { location }),
    ...(low_stock && { low_stock }),
    ...(out_of_stock && { out_of_stock }),
    ...(no_reorder_point && { has_reorder_point: false }),
    sort,
    offset,
    limit: pageSize,
  }
}

/**
 * `offset`: where the page of the ledger begins. `entry`: the movement that is shown, on whichever page of the ledger
 * it is. `reverse`: the movement whose reversal is open.
 */
const ofItem = { offset: 'offset', entry: 'text', edit: 'flag', reverse: 'text' } as const

/** What the page of an item shows, in its address. */
export type ItemSearch = SearchOf<typeof ofItem>
export const parseItemSearch = makeParse(ofItem)

/** What the trash shows, in its address. `restore`: the item that needs another SKU to come back. */
export const parseTrashSearch = makeParse({ search: 'text', offset: 'offset', restore: 'text' })

import type { ListItemsQuery } from '../../../client'
import { parseOffset, parseTexts } from '../parts/search'

const sorts = ['name', '-name', 'sku', 'quantity', '-quantity', 'location', '-updated_at', '-created_at'] as const
export type Sort = (typeof sorts)[number]

/** What the list of items shows, in its address. */
export type ItemsSearch = {
  search?: string
  location?: string
  low_stock?: true
  sort?: Sort
  offset?: number
  /** The form of a new item is open. */
  create?: true
  /** What the form begins with, such as a code that was scanned. */
  barcode?: string
  sku?: string
}

export const pageSize = 25

/** Leaves out what is no filter, so that a link that is broken opens the list. */
export function parseItemsSearch(given: Record<string, unknown>): ItemsSearch {
  const sort = sorts.find((each) => each === given.sort)
  return {
    ...parseTexts(given, ['search', 'location', 'barcode', 'sku']),
    ...(given.low_stock === true && { low_stock: true as const }),
    ...(sort && { sort }),
    ...parseOffset(given),
    ...(given.create === true && { create: true as const }),
  }
}

/** Of the address, what the API filters by: there may be a movement in it, too. */
export function makeQuery({ search, location, low_stock, sort = 'name', offset = 0 }: ItemsSearch): ListItemsQuery {
  return {
    ...(search !== undefined && { search }),
    ...(location !== undefined && { location }),
    ...(low_stock && { low_stock }),
    sort,
    offset,
    limit: pageSize,
  }
}

/** What the page of an item shows, in its address. */
export type ItemSearch = {
  /** Where the page of the ledger begins. */
  offset?: number
  /** The movement that is shown, on whichever page of the ledger it is. */
  entry?: string
  edit?: true
  /** The question whether to move the item to the trash is open. */
  trash?: true
  /** The movement whose reversal is open. */
  reverse?: string
}

export function parseItemSearch(given: Record<string, unknown>): ItemSearch {
  return {
    ...parseOffset(given),
    ...parseTexts(given, ['entry', 'reverse']),
    ...(given.edit === true && { edit: true as const }),
    ...(given.trash === true && { trash: true as const }),
  }
}

/** What the trash shows, in its address. `restore`: the item that needs another SKU to come back. */
export type TrashSearch = { search?: string; offset?: number; restore?: string }

export function parseTrashSearch(given: Record<string, unknown>): TrashSearch {
  return { ...parseOffset(given), ...parseTexts(given, ['search', 'restore']) }
}

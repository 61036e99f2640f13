import type { Item, ListItemsQuery } from '../../../client'
import { type Code, isNamed } from '../../../input/code'
import { shortenGtin } from '../../../input/gtin'

/** More items than so many with one code are not shown. */
const limit = 10

/**
 * A barcode may be on many items, an SKU is on one. Most codes are barcodes, so that these are asked for first. The
 * number of a trade item has several spellings, of which the shortest is part of all.
 */
function makeQueries({ names, gtin, itemId }: Code): ListItemsQuery[] {
  if (itemId !== null) return [{ ids: itemId, limit }]
  return [
    ...names.map((barcode) => ({ barcode, limit })),
    ...(gtin === null ? [] : [{ search: shortenGtin(gtin), limit: 100 }]),
    ...names.map((sku) => ({ sku, limit })),
  ]
}

/** The items that a code may mean. `list` is asked until it has some. */
export async function findItems(
  code: Code,
  list: (query: ListItemsQuery) => PromiseLike<{ data: Item[] }>,
): Promise<Item[]> {
  for (const query of makeQueries(code)) {
    const found = (await list(query)).data.filter((item) => isNamed(code, item))
    if (found.length > 0) return found.slice(0, limit)
  }
  return []
}

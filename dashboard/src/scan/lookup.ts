import type { Item, ListItemsQuery } from '../../../client'

/** More items than so many with one code are not shown. */
const limit = 10

/** A barcode may be on many items, an SKU is on one. Most codes are barcodes, so that these are asked for first. */
function makeQueries(code: string): ListItemsQuery[] {
  const barcodes = [code, ...spellOtherwise(code)]
  return [...barcodes.map((barcode) => ({ barcode, limit })), { sku: code, limit }]
}

/** A UPC of 12 digits is also an EAN of 13 that begins with 0: items have the one or the other. */
function spellOtherwise(code: string): string[] {
  if (!/^0?\d{12}$/.test(code) || !hasCheckDigit(code)) return []
  return [code.length === 12 ? `0${code}` : code.slice(1)]
}

/** The digits count 1 and 3 by turns, from the last one, which makes the sum a multiple of 10. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The items with a code. `list` is asked until it has some. */
export async function findItems(
  code: string,
  list: (query: ListItemsQuery) => PromiseLike<{ data: Item[] }>,
): Promise<Item[]> {
  for (const query of makeQueries(code)) {
    const { data } = await list(query)
    if (data.length > 0) return data
  }
  return []
}

import type { InventoryClient, Item } from '../client'
import { stripZeros } from './sheet/spoiled-codes'

/** Is told how many of how many are done. */
export type Report = (done: number, total: number) => void

/** Rows that a page adds at most: it begins with the last row of the page before. */
const rowsPerPage = 99

/**
 * Finds the live items that have these SKUs, by their SKUs, and those whose SKU is such a number with other zeros in
 * front. It reads all items, or looks up each SKU: whichever takes fewer requests.
 */
export async function findItems(
  client: InventoryClient,
  skus: Set<string>,
  report: Report = () => {},
): Promise<Map<string, Item>> {
  const found = new Map<string, Item>()
  const { total } = (await client.listItems({ limit: 1 })).pagination
  const numbers = new Set([...skus].map(stripZeros))
  const isWanted = (sku: string) => skus.has(sku) || numbers.has(stripZeros(sku) ?? '')
  const keep = (item: Item | undefined) => item && isWanted(item.sku) && found.set(item.sku, item)
  let done = 0
  if (total / rowsPerPage <= skus.size) {
    for await (const { data, pagination } of client.listItems().pages()) {
      data.forEach(keep)
      done += data.length
      report(done, pagination.total)
    }
  } else {
    for (const sku of skus) {
      keep((await client.listItems({ sku, limit: 1 })).data[0])
      const number = found.has(sku) ? null : stripZeros(sku)
      if (number !== null) (await client.listItems({ search: number, sort: 'sku' })).data.forEach(keep)
      done += 1
      report(done, skus.size)
    }
  }
  return found
}

import type { Item } from './item'

/** Without a reorder point, no stock is low. */
export function isLow({ stock, reorder_point }: Pick<Item, 'stock' | 'reorder_point'>): boolean {
  return reorder_point !== null && stock.total < reorder_point
}

/** `low`: the item becomes one that is live and low. `restocked`: it was one, and is not any more. */
export type Crossing = 'low' | 'restocked'

/** What a change does to an item. `before` is null where there was no live item. Null where nothing is crossed. */
export function findCrossing(before: Pick<Item, 'stock' | 'reorder_point'> | null, after: Item): Crossing | null {
  const wasLow = before !== null && isLow(before)
  const isLowNow = after.deleted_at === null && isLow(after)
  if (wasLow === isLowNow) return null
  return isLowNow ? 'low' : 'restocked'
}

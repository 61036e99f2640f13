import { compareCodePoints } from '../../domain/list'
import { unfinishedStatuses } from '../../domain/orders/order-status'
import type { FoundOrder, OrdersOfItem } from '../../domain/orders/suggestion-reach'
import type { Bitmap } from '../columns/bitmap'
import type { Catalogue } from '../columns/catalogue'
import { setWords } from '../columns/dictionary-column'
import type { Segment } from '../columns/segment'
import type { IndexedTypes } from './order-layout'

type Found = OrdersOfItem & { newest: string }

const unfinished = new Set<string>(unfinishedStatuses)

/**
 * Of each item, the orders that are unfinished, and the newest that was not cancelled. (There may be another one, which
 * is older.) Passes once over the orders, for any number of items.
 */
export function findOrdersOfItems(
  catalogue: Catalogue<IndexedTypes>,
  itemIds: string[],
  now: number,
): Map<string, OrdersOfItem> {
  const found = new Map(itemIds.map((id): [string, Found] => [id, { orders: [], isOnOrder: false, newest: '' }]))
  const changed = catalogue.visit({ now }, (segment, matches) => visitPacked(segment, matches, found))
  const kept = changed.filter(({ status }) => status !== 'cancelled')
  for (const order of kept.sort((a, b) => compareCodePoints(b.id, a.id)))
    for (const id of order.item_ids) {
      const entry = found.get(id)
      if (entry) addOrder(entry, order, unfinished.has(order.status))
    }
  return found
}

/** Newest first: ids are in the order of creation. */
function visitPacked(segment: Segment<IndexedTypes>, matches: Bitmap, found: Map<string, Found>): void {
  const { status, line_count, item_ids } = segment.rows.columns
  const mark = (passes: (word: string) => boolean) => {
    const bitmap = new Uint8Array(segment.count)
    setWords(status, passes, bitmap)
    return bitmap
  }
  const [isCancelled, isUnfinished] = [mark((word) => word === 'cancelled'), mark((word) => unfinished.has(word))]
  item_ids.visitHaving(found, (entry, position) => {
    const isOnOrder = isUnfinished[position] === 1
    if (matches[position] !== 1 || isCancelled[position] === 1 || (!isOnOrder && entry.newest !== '')) return
    addOrder(entry, { id: segment.getId(position), line_count: line_count[position] ?? 0 }, isOnOrder)
  })
}

function addOrder(entry: Found, { id, line_count }: FoundOrder, isOnOrder: boolean): void {
  if (isOnOrder) entry.isOnOrder = true
  if (!isOnOrder && id < entry.newest) return
  entry.orders.push({ id, line_count })
  if (id > entry.newest) entry.newest = id
}

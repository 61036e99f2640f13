import { readItemCatalogue } from '../../catalogue/items/item-catalogue'
import { readOrdersByItem } from '../../catalogue/orders/order-catalogue'
import { findOrdersOfItems } from '../../catalogue/orders/orders-of-items'
import { type SuggestedOrder, suggestOrders as suggest } from '../../domain/orders/suggestion'
import { chooseReach, maxLowItems } from '../../domain/orders/suggestion-reach'
import type { Context, Workers } from '../context'

/**
 * Orders for the items that are low, or for those of `ids` that are. `left_out`: how many low items were not looked at.
 * Requests a compaction where a catalogue needs one.
 */
export async function suggestOrders(
  { table, reader, caller, workers }: Context & { workers: Workers },
  ids: string[] | undefined,
): Promise<{ data: SuggestedOrder[]; left_out: number }> {
  const { companyId } = caller
  const [items, orders] = await Promise.all([
    readItemCatalogue(table, companyId, workers.requestCompaction),
    readOrdersByItem(table, companyId, workers.requestCompaction),
  ])
  const now = table.now()
  const wanted = { low_stock: true, ids, where: 'live', sort: 'sku', limit: maxLowItems, offset: 0, now } as const
  const { rows, total } = items.list(wanted)
  const found = findOrdersOfItems(
    orders,
    rows.map(({ id }) => id),
    now,
  )
  const reach = chooseReach(rows, found)
  const data = suggest(reach.items, await reader.orders(reach.orderIds))
  return { data, left_out: total - reach.items.length }
}

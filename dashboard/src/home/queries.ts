import type { OrderSummary } from '../../../client'
import { awaitedStatuses } from '../../../functions/domain/orders/order-status'
import { api } from '../api/client'
import { ask } from '../api/queries'

/** So many rows of a list. */
export const shown = 6
/** Orders change a few times a day, and each request counts. In milliseconds. */
const keptMs = 300_000

/** Those that were placed and are not received, in the order in which they are expected. */
async function listDueOrders(options: { signal: AbortSignal }): Promise<{ data: OrderSummary[] }> {
  const pages = await Promise.all(
    awaitedStatuses.map(async (status) => await api.listOrders({ status, sort: 'expected_at', limit: shown }, options)),
  )
  const dated = pages.flatMap(({ data }) => data).filter(({ expected_at }) => expected_at !== null)
  return { data: dated.sort((a, b) => (a.expected_at ?? '').localeCompare(b.expected_at ?? '')).slice(0, shown) }
}

export const dueOrders = { ...ask(['orders', 'due'], listDueOrders), staleTime: keptMs }

/** How many units of each of these low items are on order. What no suggestion names has all that it needs on order. */
export const askOrdered = (item_ids: string[]) => ({
  ...ask(['orders', 'on order', ...item_ids], async (options) => {
    const { data } = await api.suggestOrders({ item_ids }, options)
    const lines = data.flatMap(({ line_items }) => line_items)
    return new Map(lines.map(({ item_id, quantity_on_order }) => [item_id, quantity_on_order]))
  }),
  staleTime: keptMs,
})

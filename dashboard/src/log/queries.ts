import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client'
import { keepPage } from '../api/queries'

/** The id of the live item that has this SKU, or null. */
export function findItemBySku(sku: string) {
  return queryOptions({
    queryKey: ['items', 'by sku', sku],
    queryFn: async ({ signal }) => (await api.listItems({ sku, limit: 1 }, { signal })).data[0]?.id ?? null,
  })
}

/** The story of an item: a page of its log, and the movements among its entries by their ids. */
export function readStory(itemId: string, offset: number, limit: number) {
  return queryOptions({
    queryKey: ['audit', { story: itemId }, offset],
    placeholderData: keepPage({ story: itemId }),
    queryFn: async ({ signal }) => {
      const log = await api.listAudit({ item_id: itemId, offset, limit }, { signal })
      const [newest, oldest] = [log.data[0], log.data.at(-1)]
      if (!newest || !oldest || log.data.every(({ transaction_id }) => transaction_id === null))
        return { ...log, movements: [] }
      // Each movement has an entry, so those of a page are at most as many as its entries.
      const since = new Date(Date.parse(oldest.created_at) - 1).toISOString()
      // The first page ends now: the clock that stamped the newest entry may be ahead of that which is asked.
      const query = { item_id: itemId, since, ...(offset > 0 && { until: newest.created_at }), limit: 100 }
      return { ...log, movements: (await api.listTransactions(query, { signal })).data }
    },
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { ListAuditQuery } from '../../../client'
import { api } from '../api/client'
import { keepPage } from '../api/queries'
import { pairMovements } from './story-steps'

/** A page of the log, and the movements among its entries by their ids, where another filter leaves them in reach. */
export function listSteps({ offset = 0, ...filters }: ListAuditQuery) {
  return queryOptions({
    queryKey: ['audit', { steps: filters }, offset],
    placeholderData: keepPage({ steps: filters }),
    queryFn: async ({ signal }) => {
      const log = await api.listAudit({ ...filters, offset }, { signal })
      const moved = log.data.filter(({ transaction_id }) => transaction_id !== null)
      const [newest, oldest] = [moved[0], moved.at(-1)]
      if (!newest || !oldest) return { ...log, data: pairMovements(log.data, []) }
      // Each movement has an entry, so those of a page are at most as many as its entries.
      const { item_id, user_id, until } = filters
      const since = new Date(Date.parse(oldest.created_at) - 1).toISOString()
      // The first page ends now: the clock that stamped the newest entry may be ahead of that which is asked.
      const end = (offset > 0 || until !== undefined) && { until: newest.created_at }
      const query = { ...(item_id && { item_id }), ...(user_id && { user_id }), since, ...end, limit: 100 }
      return { ...log, data: pairMovements(log.data, (await api.listTransactions(query, { signal })).data) }
    },
  })
}

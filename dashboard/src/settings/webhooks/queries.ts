import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListDeliveriesQuery } from '../../../../client'
import { api } from '../../api/client'
import { ask } from '../../api/queries'

/** A company has ten at most. */
export const webhooks = ask(['webhooks'], (options) => api.listWebhooks({}, options))

export const getWebhook = (id: string) => ask(['webhook', id], (options) => api.getWebhook(id, options))

/** Another filter is never shown with the rows of the one before; the next page is. */
export function listDeliveries(id: string, query: ListDeliveriesQuery) {
  return queryOptions({
    ...ask(['deliveries', id, query.status, query.offset], (options) => api.listDeliveries(id, query, options)),
    placeholderData: (before, asked) => (asked?.queryKey[2] === query.status ? keepPreviousData(before) : undefined),
  })
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListDeliveriesQuery } from '../../../../client'
import { api } from '../../api/client'

/** A company has ten at most. */
export const webhooks = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => await api.listWebhooks({}, { signal }),
})

export function getWebhook(id: string) {
  return queryOptions({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) => await api.getWebhook(id, { signal }),
  })
}

/** Another filter is never shown with the rows of the one before; the next page is. */
export function listDeliveries(id: string, query: ListDeliveriesQuery) {
  return queryOptions({
    queryKey: ['deliveries', id, query.status, query.offset],
    queryFn: async ({ signal }) => await api.listDeliveries(id, query, { signal }),
    placeholderData: (before, asked) => (asked?.queryKey[2] === query.status ? keepPreviousData(before) : undefined),
  })
}

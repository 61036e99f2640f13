import type { ListDeliveriesQuery } from '../../../../client'
import { api } from '../../api/client'
import { ask, listPage } from '../../api/queries'

/** A company has ten at most. */
export const webhooks = ask(['webhooks'], (options) => api.listWebhooks({}, options))

export const getWebhook = (id: string) => ask(['webhook', id], (options) => api.getWebhook(id, options))

/** A page of what was sent to a webhook. */
export const listDeliveries = (webhook: string, query: ListDeliveriesQuery) =>
  listPage('deliveries', { webhook, ...query }, (_, options) => api.listDeliveries(webhook, query, options))

/** What makes all of them stale. */
export const ofDeliveries = (webhook: string) => ['deliveries', { webhook }]

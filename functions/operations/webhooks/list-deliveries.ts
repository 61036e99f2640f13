import { compareCodePoints, makeMatcher, type Page, type PageRequest, slicePage } from '../../domain/list'
import { type DeliveryFilter, listedDeliveries, type WebhookDelivery } from '../../domain/webhooks/delivery'
import { readDeliveryPages, toWebhookDelivery } from '../../store/webhooks/delivery-row'
import type { Context } from '../context'
import { getWebhook } from './read-webhooks'

/** Lists one page of a webhook's newest `listedDeliveries`, newest first. Refused with `webhook_not_found`. */
export async function listDeliveries(
  context: Context,
  webhookId: string,
  { limit, offset, ...filter }: DeliveryFilter & PageRequest,
): Promise<Page<WebhookDelivery>> {
  await getWebhook(context, webhookId)
  const isWanted = makeMatcher<WebhookDelivery, DeliveryFilter>(filter, {
    status: ({ status }) => status === filter.status,
    event_id: ({ event_id }) => event_id === filter.event_id,
    type: ({ type }) => type === filter.type,
  })
  const deliveries: WebhookDelivery[] = []
  let left = listedDeliveries
  for await (const rows of readDeliveryPages(context.table, context.caller.companyId, webhookId)) {
    deliveries.push(...rows.slice(0, left).map(toWebhookDelivery).filter(isWanted))
    left -= rows.length
    if (left <= 0) break
  }
  deliveries.sort((a, b) => compareCodePoints(b.created_at, a.created_at) || compareCodePoints(b.id, a.id))
  return slicePage(deliveries, { limit, offset })
}

import * as webhook from '../contract/webhook'
import { act, create, nameRoutes, read, remove, update } from './route'

const forWebhooks = { scope: 'webhooks', needsEvents: true } as const
const webhookPath = { ...forWebhooks, params: webhook.WebhookParams, missing: 'webhook_not_found' } as const
const deliveryPath = { ...forWebhooks, params: webhook.DeliveryParams, missing: 'delivery_not_found' } as const

export const routes = nameRoutes({
  'list-webhooks': read('/webhooks', 'List webhooks, newest first', {
    ...forWebhooks,
    query: webhook.ListWebhooks,
    reply: webhook.WebhookList,
  }),
  'create-webhook': create('/webhooks', 'Create a webhook: the answer has its secret', {
    ...forWebhooks,
    body: webhook.CreateWebhook,
    reply: webhook.WebhookWithSecret,
    needsRecentSignIn: true,
    refuses: ['limit_exceeded'],
  }),
  'get-webhook': read('/webhooks/{id}', 'Get a webhook', { ...webhookPath, reply: webhook.Webhook }),
  'update-webhook': update('/webhooks/{id}', 'Update the fields of a webhook that are given', {
    ...webhookPath,
    body: webhook.UpdateWebhook,
    bodyOptional: true,
    reply: webhook.Webhook,
    needsRecentSignIn: ['url'],
    refuses: ['limit_exceeded'],
  }),
  'delete-webhook': remove('/webhooks/{id}', 'Delete a webhook', webhookPath),
  'rotate-webhook-secret': act('/webhooks/{id}/rotate-secret', 'Give a webhook a new secret', {
    ...webhookPath,
    reply: webhook.WebhookWithSecret,
    needsRecentSignIn: true,
  }),
  'test-webhook': create('/webhooks/{id}/test', 'Send an event of the type webhook.test', {
    ...webhookPath,
    creates: null,
    reply: webhook.Delivery,
    refuses: ['invalid_state'],
  }),
  'list-deliveries': read('/webhooks/{id}/deliveries', 'List the deliveries of 30 days, newest first', {
    ...webhookPath,
    query: webhook.ListDeliveries,
    reply: webhook.DeliveryList,
  }),
  redeliver: create('/webhooks/{id}/deliveries/{delivery_id}/redeliver', 'Send an event once more', {
    ...deliveryPath,
    creates: null,
    reply: webhook.Delivery,
    refuses: ['invalid_state', 'webhook_not_found'],
  }),
})

import { readOnlyWebhookFields } from '../../functions/domain/webhooks/webhook'
import { describeReadOnly, forSchemas } from './common'

/** What the fields of webhooks and their deliveries mean. */
export const webhookDescriptions = {
  Webhook: 'Where events are sent, and which.',
  WebhookWithSecret: 'A webhook and its new secret, which is not shown again.',
  CreateWebhook: 'A new webhook.',
  UpdateWebhook:
    'The fields that change; what is left out stays. `null` unsets a field, and a list is replaced. A webhook can be sent back as it was fetched.',
  WebhookList: 'A page of webhooks.',
  Delivery: 'An event on its way to a webhook, with each attempt to send it.',
  DeliveryAttempt: 'One request to the address of the webhook.',
  DeliveryList: 'A page of deliveries.',
  WebhookTest: 'A client has asked for it, to try a webhook. Its object is the webhook.',

  id: 'The id of the webhook: `whk_` and 26 characters.',
  url: 'Where events are sent: a public `https` address, with the port 443 or one above 1023, without user name, password or fragment. Up to 2 000 characters.',
  events: 'The types of events that are sent. `item.*` has all types of items, `*` all types.',
  description: 'A remark. Up to 200 characters.',
  status: '`active`, or `disabled`: nothing is sent.',
  disabled_reason:
    'Why the service has disabled it. `gone`: the receiver has answered 410. `failing`: nothing but failures came back for five days. Null where it is active, or where a client has disabled it.',
  updated_by: 'The id of the user who changed it last, or `system`.',
  secret:
    'By which to verify what arrives: `whsec_` and 44 characters. Keep it as you keep a password; it is not shown again.',
  ...forSchemas(['UpdateWebhook'], describeReadOnly(readOnlyWebhookFields)),

  ...forSchemas(['Delivery'], {
    id: 'The id of the delivery: `dlv_` and 26 characters.',
    event_id: 'The id of the event, by which the receiver knows it: the header `webhook-id`.',
    type: 'The type of the event.',
    status: '`pending` until the receiver has taken the event: then `delivered`. `failed` after the last attempt.',
    attempts: 'What was tried, oldest first.',
    next_attempt_at: 'When it is sent next. Null unless it is `pending`.',
  }),
  ...forSchemas(['DeliveryAttempt'], {
    at: 'When it began.',
    status_code: 'The status that the receiver has answered. Null where no answer came.',
    milliseconds: 'How long it took.',
    error: 'Why no answer came. Null where one came.',
    response: 'How the body of the answer begins: up to 500 characters. Null where no answer came.',
  }),
  ...forSchemas(['WebhookTest'], {
    id: 'The id of the event.',
    type: 'What happened.',
    created_at: 'When it was asked for.',
    resource_id: 'The id of the webhook.',
    revision: 'Null.',
    sequence: 'Null.',
    data: 'The webhook.',
    'data.object': 'The webhook as the API shows it.',
    'data.previous': 'Empty.',
    actor: 'Who has asked for it.',
    request_id: 'The request that has asked for it.',
  }),
}

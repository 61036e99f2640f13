import { WebhookTest } from '../../contract/webhook'
import { Refusal } from '../../domain/errors'
import { type DeliveredType, testEventType, type WebhookDelivery } from '../../domain/webhooks/delivery'
import { requireActive, type Webhook } from '../../domain/webhooks/webhook'
import type { DeliveryMessage } from '../../runtime/queues/deliveries-queue'
import { draftChangeset } from '../../store/commit/changeset'
import { makeUlid } from '../../store/time/ulids'
import { draftDelivery, findDeliveryRow, makeDeliveryWrite, toWebhookDelivery } from '../../store/webhooks/delivery-row'
import { makeDueWrite } from '../../store/webhooks/due-delivery-row'
import { findEventBody, makeEventWrite } from '../../store/webhooks/webhook-event-row'
import type { Context } from '../context'
import { commitChange, type Decision, type Render } from '../run-change'
import { getWebhook } from './read-webhooks'

/** Does not fail: where the message is lost, the row of what is due finds the delivery. */
type SendingContext = Context & { queueDelivery: (message: DeliveryMessage) => Promise<void> }

type SentEvent = { id: string; type: DeliveredType; body: string }

/** The message is sent at once. Where it is lost, the delivery is found so much later. */
const foundAfterMs = 60_000

/** Sends an event that says nothing but who asked for it. Refused with `webhook_not_found` and `invalid_state`. */
export function testWebhook(
  context: SendingContext,
  id: string,
  render: Render<WebhookDelivery>,
): Promise<WebhookDelivery> {
  return send(context, id, render, async (current) => makeTestEvent(current, await getActiveWebhook(current, id)))
}

/**
 * Sends the event of a delivery once more. Refused with `webhook_not_found`, `delivery_not_found` and `invalid_state`.
 */
export function redeliver(
  context: SendingContext,
  webhookId: string,
  deliveryId: string,
  render: Render<WebhookDelivery>,
): Promise<WebhookDelivery> {
  return send(context, webhookId, render, async (current) => {
    const { table, caller } = current
    const { companyId } = caller
    await getActiveWebhook(current, webhookId)
    const delivery = await findDeliveryRow(table, { companyId, webhookId, id: deliveryId })
    const body = delivery && (await findEventBody(table, companyId, delivery.event_id))
    if (!delivery || body === null) throw new Refusal('delivery_not_found', 'There is no such delivery.')
    return { id: delivery.event_id, type: delivery.type, body }
  })
}

async function getActiveWebhook(context: Context, id: string): Promise<Webhook> {
  const webhook = await getWebhook(context, id)
  requireActive(webhook)
  return webhook
}

function makeTestEvent({ table, caller }: Context, webhook: Webhook): SentEvent {
  const at = table.now()
  const id = `evt_${makeUlid(at)}000`
  const event = WebhookTest.parse({
    id,
    type: testEventType,
    revision: null,
    sequence: null,
    created_at: new Date(at).toISOString(),
    resource_id: webhook.id,
    data: { object: webhook, previous: {} },
    actor: caller.actor,
    request_id: caller.requestId,
  })
  return { id, type: testEventType, body: JSON.stringify(event) }
}

/** The message follows the commit. */
async function send(
  context: SendingContext,
  webhookId: string,
  render: Render<WebhookDelivery>,
  chooseEvent: (context: Context) => Promise<SentEvent>,
): Promise<WebhookDelivery> {
  const decide = async (current: Context) => draftSending(current, webhookId, await chooseEvent(current))
  const { result } = await commitChange(context, decide, { render })
  const place = { company_id: context.caller.companyId, webhook_id: webhookId, delivery_id: result.id }
  await context.queueDelivery({ ...place, attempt: 0 })
  return result
}

/** The event is put again where it is known: it is kept as long as the new delivery. */
function draftSending({ table, caller }: Context, webhookId: string, event: SentEvent): Decision<WebhookDelivery> {
  const at = table.now()
  const { companyId } = caller
  const row = draftDelivery({ id: `dlv_${makeUlid(at)}`, event_id: event.id, type: event.type }, at)
  const place = { company_id: companyId, webhook_id: webhookId, delivery_id: row.id }
  const more = [
    makeEventWrite(table, companyId, event),
    makeDeliveryWrite(companyId, webhookId, row),
    makeDueWrite({ ...place, attempt: 0, at: at + foundAfterMs }),
  ]
  return { changeset: draftChangeset(caller, at, { more }), result: toWebhookDelivery(row) }
}

import { createHmac } from 'node:crypto'
import type { Attempt } from '../../domain/webhooks/delivery'
import { chooseDisabling, isSuccess } from '../../domain/webhooks/health'
import { choosePauseMs } from '../../domain/webhooks/retry-plan'
import { observe } from '../../metrics'
import type { DeliveryMessage, SendMessages } from '../../runtime/queues/deliveries-queue'
import { maxDelayMs } from '../../runtime/queues/message-batches'
import type { Vault } from '../../runtime/vault'
import type { SendWebhook } from '../../runtime/webhooks/send-webhook'
import type { Table } from '../../store/table/table'
import { type DeliveryRow, findDeliveryRow } from '../../store/webhooks/delivery-row'
import { type DeliveryPlace, endDelivery, recordAttempt } from '../../store/webhooks/delivery-writes'
import { findEventBody } from '../../store/webhooks/webhook-event-row'
import type { HealthReport } from '../../store/webhooks/webhook-leases'
import { nameSecret, type WebhookRow } from '../../store/webhooks/webhook-row'

/** `random`: from 0 to 1. */
export type Deliverer = {
  table: Table
  queue: SendMessages
  vault: Vault
  sendWebhook: SendWebhook
  random: () => number
}

export function toPlace({ company_id, webhook_id, delivery_id }: DeliveryMessage): DeliveryPlace {
  return { companyId: company_id, webhookId: webhook_id, id: delivery_id }
}

/**
 * Under a lease of the webhook. Returns what the attempt says of the webhook, or null where there is nothing to send:
 * a message that comes twice, too early or too late is told by the delivery's row.
 */
export async function attemptDelivery(
  deliverer: Deliverer,
  webhook: WebhookRow,
  message: DeliveryMessage,
): Promise<HealthReport | null> {
  const { table } = deliverer
  const place = toPlace(message)
  const delivery = await findDeliveryRow(table, place)
  if (delivery === null || (await settleWithoutSending(deliverer, delivery, message))) return null
  const body = await findEventBody(table, place.companyId, delivery.event_id)
  if (body === null) {
    await endDelivery(table, place)
    return null
  }
  const begun = table.now()
  const attempt = await sendDelivery(deliverer, webhook, { companyId: place.companyId, delivery, body })
  await recordAndQueueNext(deliverer, delivery, { ...message, attempt: delivery.attempts.length }, attempt)
  const disabling = chooseDisabling(webhook, attempt, table.now())
  return { succeeded: isSuccess(attempt), at: begun, url: webhook.url, disabling }
}

/** True where there is nothing to send now. */
async function settleWithoutSending(
  deliverer: Deliverer,
  { status, attempts, next_attempt }: DeliveryRow,
  message: DeliveryMessage,
): Promise<boolean> {
  if (status !== 'pending' || next_attempt === undefined) return true
  const ahead = attempts.length - message.attempt
  // Who made the attempt may have died before the next one was queued.
  if (ahead === 1) await queueNext(deliverer, message, next_attempt)
  if (ahead > 0) return true
  const early = next_attempt - deliverer.table.now()
  // What is due later than a queue can wait has a row, which leads to a message in time.
  if (early > 0 && early <= maxDelayMs) await queueOne(deliverer, message, early)
  return early > 0
}

async function sendDelivery(
  { table, vault, sendWebhook }: Deliverer,
  { id, url, secret, previous_secret }: WebhookRow,
  { companyId, delivery, body }: { companyId: string; delivery: DeliveryRow; body: string },
): Promise<Attempt> {
  const at = table.now()
  const sealed = [secret, ...(previous_secret && previous_secret.until > at ? [previous_secret.secret] : [])]
  const secrets = await Promise.all(sealed.map((each) => vault.open(each, nameSecret(companyId, id))))
  const headers = signDelivery(secrets, { eventId: delivery.event_id, at, body })
  const answer = await sendWebhook({ url, headers, body })
  observe('WebhookAttempts')
  if (!isSuccess(answer)) observe('FailedWebhookAttempts')
  return { at: new Date(at).toISOString(), ...answer }
}

/** `message`: that of this attempt. */
async function recordAndQueueNext(
  deliverer: Deliverer,
  delivery: DeliveryRow,
  message: DeliveryMessage,
  attempt: Attempt,
): Promise<void> {
  const { table } = deliverer
  const pause = isSuccess(attempt) ? null : choosePauseMs(message.attempt + 1)
  const status = isSuccess(attempt) ? 'delivered' : pause === null ? 'failed' : 'pending'
  const nextAttempt = pause === null ? null : table.now() + pause
  const isLater = pause !== null && pause > maxDelayMs
  const recorded = { attempt, status, nextAttempt, isLater } as const
  if (await recordAttempt(table, toPlace(message), delivery, recorded)) {
    if (nextAttempt !== null) await queueNext(deliverer, message, nextAttempt)
    return
  }
  const found = await findDeliveryRow(table, toPlace(message))
  if (found) await settleWithoutSending(deliverer, found, message)
}

/** `message`: that of the attempt before. What a queue cannot wait for has a row, since that attempt was recorded. */
async function queueNext(deliverer: Deliverer, message: DeliveryMessage, at: number): Promise<void> {
  const { turned_away: _, ...names } = message
  const attempt = message.attempt + 1
  if ((choosePauseMs(attempt) ?? Number.POSITIVE_INFINITY) <= maxDelayMs)
    await queueOne(deliverer, { ...names, attempt }, at - deliverer.table.now())
}

async function queueOne({ queue }: Deliverer, message: DeliveryMessage, delayMs: number): Promise<void> {
  const untaken = await queue([{ message, delayMs }])
  if (untaken.length > 0) throw new Error('the queue has not taken the next attempt')
}

/** What is signed. `at`: epoch milliseconds. */
export type Signed = { eventId: string; at: number; body: string }

const secretPrefix = 'whsec_'

/** Signs as https://www.standardwebhooks.com says: once for each secret that receivers may have. */
export function signDelivery(secrets: string[], { eventId, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}

import { createHash } from 'node:crypto'
import { formatEvent } from '../../contract/event'
import { makeTypeMatcher } from '../../domain/log/event-types'
import { deliveriesKeptMs } from '../../domain/webhooks/delivery'
import { chooseResending } from '../../domain/webhooks/retry-plan'
import type { DeliveryMessage, SendMessages } from '../../runtime/queues/deliveries-queue'
import { runConcurrently } from '../../store/concurrently'
import { type LogEvent, toEvents } from '../../store/log/events'
import type { LogRow } from '../../store/log/log-row'
import { getOwner } from '../../store/table/row-kinds'
import type { Table } from '../../store/table/table'
import { clockSkewMs } from '../../store/time/timing'
import { type DeliveryRow, draftDelivery } from '../../store/webhooks/delivery-row'
import { type DeliveryPlace, putDelivery, putEvent, renewQueued } from '../../store/webhooks/delivery-writes'
import { readWebhookRows, type WebhookRow } from '../../store/webhooks/webhook-row'
import { type PublishReport, RowReports, type RowToPublish } from '../log/publish-rows'

const companiesAtOnce = 8
const rowsAtOnce = 16

/** `index`: the row's place in the batch. */
type OwnedRow = { index: number; companyId: string; row: LogRow }
/** `renewed`: the delivery whose `queued_at` is renewed once the queue has the message, if there is one. */
type Message = { index: number; message: DeliveryMessage; renewed: { place: DeliveryPlace; row: DeliveryRow } | null }

/**
 * Makes the deliveries of the rows' events, one for each webhook that wants the event, and queues each. Rows may come
 * again: what is delivered already, or under way, is left alone. The outcome is as that of `publishRows`.
 */
export async function queueDeliveries(table: Table, rows: RowToPublish[], queue: SendMessages): Promise<PublishReport> {
  const reports = new RowReports()
  const messages: Message[] = []
  const owned = listOwnedRows(rows, reports)
  const webhooks = await readWebhooks(table, owned, reports)
  await runConcurrently(owned, rowsAtOnce, (each) =>
    reports.guard([each.index], async () => {
      const asked = webhooks.get(each.companyId) ?? []
      messages.push(...(await putDeliveries(table, each, asked)))
    }),
  )
  messages.sort((a, b) => a.index - b.index)
  const taken = await send(messages, queue, reports)
  await runConcurrently(taken, rowsAtOnce, ({ index, renewed }) =>
    reports.guard([index], async () => {
      if (renewed) await renewQueued(table, renewed.place, renewed.row)
    }),
  )
  return reports.sum()
}

/** Returns those that the queue has taken. Where it fails, that is said of no row: all are sent again. */
async function send(messages: Message[], queue: SendMessages, reports: RowReports): Promise<Message[]> {
  try {
    const untaken = new Set(await queue(messages.map(({ message }) => ({ message, delayMs: 0 }))))
    const left = messages.filter((_, place) => untaken.has(place))
    reports.leave(
      left.map(({ index }) => index),
      'the queue has not taken all messages',
    )
    return messages.filter((_, place) => !untaken.has(place))
  } catch (error) {
    reports.leave(
      messages.map(({ index }) => index),
      String(error),
    )
    return []
  }
}

function listOwnedRows(rows: RowToPublish[], reports: RowReports): OwnedRow[] {
  return rows.flatMap(({ row }, index) => {
    if (row instanceof Error) {
      reports.fail([index], row)
      return []
    }
    const owner = getOwner(row)
    return 'companyId' in owner ? [{ index, companyId: owner.companyId, row }] : []
  })
}

/** By company, those that are active: one read of each, whatever it has. */
async function readWebhooks(table: Table, owned: OwnedRow[], reports: RowReports): Promise<Map<string, WebhookRow[]>> {
  const webhooks = new Map<string, WebhookRow[]>()
  const companies = new Set(owned.map(({ companyId }) => companyId))
  await runConcurrently(companies, companiesAtOnce, (companyId) => {
    const indexes = owned.filter((each) => each.companyId === companyId).map(({ index }) => index)
    return reports.guard(indexes, async () => {
      const rows = await readWebhookRows(table, companyId)
      webhooks.set(
        companyId,
        rows.filter(({ status }) => status === 'active'),
      )
    })
  })
  return webhooks
}

async function putDeliveries(table: Table, { index, companyId, row }: OwnedRow, webhooks: WebhookRow[]) {
  if (webhooks.length === 0) return []
  const messages: Message[] = []
  for (const event of toEvents(row)) {
    const asked = webhooks.filter((webhook) => wantsEvent(webhook, event, table.now()))
    if (asked.length === 0) continue
    await putEvent(table, companyId, { id: event.id, body: JSON.stringify(formatEvent(event)) })
    for (const { id: webhook_id } of asked) {
      const message = await putNewDelivery(table, { companyId, webhookId: webhook_id, event })
      if (message) messages.push({ index, ...message })
    }
  }
  return messages
}

/** Not what happened before there was the webhook, or longer ago than deliveries are kept: a log may be read again. */
export function wantsEvent({ events, created_at }: WebhookRow, event: LogEvent, now: number): boolean {
  const at = Date.parse(event.created_at)
  if (at < Date.parse(created_at) - clockSkewMs || at < now - deliveriesKeptMs) return false
  return makeTypeMatcher(events)(event.type)
}

/** The message to send, if there is one. */
async function putNewDelivery(
  table: Table,
  { companyId, webhookId, event }: { companyId: string; webhookId: string; event: LogEvent },
): Promise<Omit<Message, 'index'> | null> {
  const now = table.now()
  const id = makeDeliveryId(event.id, webhookId)
  const place = { companyId, webhookId, id }
  const found = await putDelivery(table, place, draftDelivery({ id, event_id: event.id, type: event.type }, now))
  const message = { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 0 }
  if (found === null) return { message, renewed: null }
  const resending = chooseResendingOf(found, now)
  if (resending === 'none') return null
  return { message, renewed: resending === 'renewed' ? { place, row: found } : null }
}

function chooseResendingOf({ status, attempts, created_at, queued_at }: DeliveryRow, now: number) {
  if (status !== 'pending' || attempts.length > 0) return 'none'
  return chooseResending({ created: Date.parse(created_at), queued: queued_at }, now)
}

/** Crockford's base 32, as in ulids. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [prefixLength, timeLength, hashLength] = ['evt_'.length, 10, 16]

/** The same for the same event and webhook, however often the row comes; in the order of events. */
export function makeDeliveryId(eventId: string, webhookId: string): string {
  const hash = createHash('sha256')
    .update(eventId + webhookId)
    .digest()
  const letters = Array.from(hash.subarray(0, hashLength), (byte) => digits[byte % digits.length])
  return `dlv_${eventId.slice(prefixLength, prefixLength + timeLength)}${letters.join('')}`
}

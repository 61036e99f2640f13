import { decodeTime } from 'ulid'
import { deliveriesKeptMs } from '../../functions/domain/webhooks/delivery'
import { isSuccess } from '../../functions/domain/webhooks/health'
import { pausesMs } from '../../functions/domain/webhooks/retry-plan'
import { maxWebhooks } from '../../functions/domain/webhooks/webhook'
import { findCompany } from '../../functions/store/companies/companies'
import { findRows } from '../../functions/store/table/batch-read'
import { isExpired, keys, type RowKey } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import { clockSkewMs } from '../../functions/store/time/timing'
import { type DeliveryRow, findDeliveryRow, readCheckedDeliveries } from '../../functions/store/webhooks/delivery-row'
import { type DueDelivery, findCheckedDue } from '../../functions/store/webhooks/due-delivery-row'
import { readCheckedEvents } from '../../functions/store/webhooks/webhook-event-row'
import { findWebhookRow, readCheckedWebhooks } from '../../functions/store/webhooks/webhook-row'
import { isSealed } from '../webhooks/master-key'
import { findSuspensionFault } from './company'
import { type Finding, type Inspection, listFaults } from './inspection'

/**
 * The webhooks, how many they are, the events that were made for them, and their deliveries. Adds their ids to
 * `checked`.
 */
export async function checkWebhooks(inspection: Inspection, checked: Set<string>): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the webhooks and their deliveries')
  const { webhooks, count } = await readCheckedWebhooks(table, companyId)
  if (count === null || inspection.take(count)) inspection.suspect(companyId, () => checkCount(inspection))
  const rows = webhooks.flatMap((row) => inspection.take(row) ?? [])
  for (const { id } of rows) inspection.suspect(id, () => checkWebhook(inspection, id))
  for (const { key } of webhooks) checked.add(key.sk)
  inspection.count('webhooks', webhooks.length)
  // Deliveries first: an event is written before what names it.
  const waiting = new Set(rows.filter(({ suspended_at }) => suspended_at !== undefined).map(({ id }) => id))
  for (const id of checked) await checkDeliveries(inspection, id, { waits: waiting.has(id) })
  for await (const page of readCheckedEvents(table, companyId)) {
    for (const row of page) inspection.take(row)
    inspection.count('webhook_events', page.length)
  }
}

/** It changes with the webhooks, in one database transaction. */
async function checkCount({ table, companyId }: Inspection): Promise<Finding[]> {
  const { webhooks, count } = await readCheckedWebhooks(table, companyId)
  const counted = count?.value?.n ?? 0
  if (counted === webhooks.length && counted <= maxWebhooks) return []
  const text = `The company has ${webhooks.length} webhooks, and counts ${counted}. It may have ${maxWebhooks}.`
  return [{ code: 'wrong_webhook_count', resource: companyId, text }]
}

/** The company is read first: its change comes before those of its webhooks. */
async function checkWebhook(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const company = await inspection.attempt(companyId, () => findCompany(table, companyId))
  const row = await findWebhookRow(table, companyId, id)
  if (company === null || row === null) return []
  const faults = [
    findSuspensionFault(row, company),
    row.status === 'active' && row.disabled_reason !== null
      ? `it is active, and was disabled as ${row.disabled_reason}`
      : null,
    row.failures === 0 && row.failing_since !== undefined ? 'it fails, and nothing has failed' : null,
    [row.secret, row.previous_secret?.secret].every((secret) => secret === undefined || isSealed(secret))
      ? null
      : 'a secret of it is not sealed',
  ]
  return listFaults(faults, { code: 'wrong_webhook', resource: id, text: 'The webhook is wrong' })
}

/** The first one, and one after each pause. */
const maxAttempts = 1 + pausesMs.length
/** One that is due for longer is worth a note. A queue that must catch up takes less. */
const overdueMs = 86_400_000

/**
 * The deliveries to a webhook, also to one that is gone: they stay until they expire, and what is still pending is
 * never sent. `waits`: nothing is sent to it, so what is due waits.
 */
export async function checkDeliveries(
  inspection: Inspection,
  webhookId: string,
  { waits }: { waits: boolean },
): Promise<void> {
  const { table, companyId } = inspection
  let overdue = 0
  const pages = readCheckedDeliveries(table, companyId, webhookId)
  for await (const rows of inspection.takePages('deliveries', pages)) {
    for (const row of rows.filter((row) => !isExpired(row, table.now()))) {
      const fault = findFault(row)
      if (fault) inspection.find('wrong_delivery', row.id, `The delivery to ${webhookId} ${fault}.`)
      else if (row.status === 'pending') inspection.suspect(row.id, () => checkPending(inspection, webhookId, row.id))
      if (row.next_attempt !== undefined && row.next_attempt + overdueMs < table.now()) overdue += 1
    }
    await inspection.confirm()
  }
  if (overdue > 0 && !waits)
    inspection.notes.push(`Deliveries to ${webhookId} that are due for more than a day, and still pending: ${overdue}.`)
}

/** What does not fit in the row itself: it is never seen half written. */
function findFault({ status, attempts, next_attempt }: DeliveryRow): string | null {
  if (attempts.length > maxAttempts) return `has ${attempts.length} attempts, and may have ${maxAttempts}`
  if (status === 'pending' && next_attempt === undefined) return 'is pending, and no attempt is due'
  if (status !== 'pending' && next_attempt !== undefined) return `is ${status}, and an attempt is due`
  const last = attempts.at(-1)
  const hasArrived = last !== undefined && isSuccess(last)
  if (hasArrived === (status === 'delivered')) return null
  return hasArrived ? `is ${status}, and has arrived` : 'is delivered, and no attempt has succeeded'
}

/** What is still to be sent has its event, which is written first and kept longer. */
async function checkPending({ table, companyId }: Inspection, webhookId: string, id: string): Promise<Finding[]> {
  const row = await findDeliveryRow(table, { companyId, webhookId, id })
  if (row?.status !== 'pending') return []
  if (await findRow(table, keys.webhookEvent(companyId, row.event_id))) return []
  const text = `The delivery to ${webhookId} is pending, and its event ${row.event_id} is missing.`
  return [{ code: 'wrong_delivery', resource: id, text }]
}

/**
 * Some rows of what is due. One whose delivery has ended or has expired, or whose webhook is gone, is dropped when it
 * is due: that is no damage.
 */
export async function checkDue(inspection: Inspection, dueKeys: RowKey[]): Promise<void> {
  const { table, companyId } = inspection
  const dues = (await findCheckedDue(table, dueKeys)).flatMap((checked) => inspection.take(checked) ?? [])
  const own = dues.filter((due) => due.company_id === companyId && !inspection.isUnreadable(due.delivery_id))
  const rowKeys = own.map(({ webhook_id, delivery_id }) => keys.delivery(companyId, webhook_id, delivery_id))
  const rows = await findRows(table, rowKeys)
  own.forEach((due, index) => {
    const attempts = rows[index]?.attempts
    if (!Array.isArray(attempts) || attempts.length < due.attempt)
      inspection.suspect(due.delivery_id, () => checkDueAgain(inspection, due))
  })
}

/** The delivery is read before the webhook: a webhook is deleted once. */
async function checkDueAgain({ table, companyId }: Inspection, due: DueDelivery): Promise<Finding[]> {
  const { webhook_id: webhookId, delivery_id: id, attempt } = due
  const row = await findDeliveryRow(table, { companyId, webhookId, id })
  if (row && row.attempts.length >= attempt) return []
  const isMissing = row === null && (await findRow(table, keys.webhook(companyId, webhookId)))
  if (!row && !(isMissing && isYoung(id, table.now()))) return []
  const text = row
    ? `The attempt ${attempt} is due, and the delivery to ${webhookId} has ${row.attempts.length} attempts.`
    : `An attempt is due, and there is no such delivery to ${webhookId}.`
  return [{ code: 'wrong_delivery', resource: id, text }]
}

/** Whether it must be there still: it is kept from then on, or from a little later. */
function isYoung(deliveryId: string, now: number): boolean {
  return decodeTime(deliveryId.slice('dlv_'.length)) + deliveriesKeptMs > now + clockSkewMs
}

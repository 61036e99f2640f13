import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { makeUlid } from '../../functions/store/time/ulids'
import { type DeliveryRow, draftDelivery } from '../../functions/store/webhooks/delivery-row'
import type { DueDelivery } from '../../functions/store/webhooks/due-delivery-row'
import { makeEventItem } from '../../functions/store/webhooks/webhook-event-row'
import type { WebhookRow } from '../../functions/store/webhooks/webhook-row'
import { putRows } from './put-rows'

/** Looks like what the vault makes, and cannot be opened. */
export const sealedSecret = `${'0'.repeat(16)}.${'A'.repeat(104)}`

/** Puts webhooks as they are stored, and their count. Returns their ids. */
export async function putWebhooks(
  table: Table,
  companyId: string,
  each: Partial<WebhookRow>[] = [{}],
): Promise<string[]> {
  const rows = each.map((fields) => makeWebhookRow(table.now(), fields))
  const count = { ...keys.webhookCount(companyId), n: rows.length }
  await putRows(table, [count, ...rows.map((row) => ({ ...keys.webhook(companyId, row.id), ...row }))])
  return rows.map(({ id }) => id)
}

/** An active webhook that gets everything, unless `fields` say otherwise. */
export function makeWebhookRow(now: number, fields: Partial<WebhookRow>): WebhookRow {
  const at = new Date(now).toISOString()
  return {
    ...{ id: `whk_${makeUlid(now)}`, url: 'https://example.com/hooks', events: ['*'], description: null },
    ...{ status: 'active', disabled_reason: null, rev: 1, secret: sealedSecret, failures: 0 },
    ...{ created_at: at, created_by: 'key_1', updated_at: at, updated_by: 'key_1' },
    ...fields,
  }
}

/** Puts an event and its delivery, due at once. Returns the row of the delivery. `event`: in place of a short one. */
export async function putDelivery(
  table: Table,
  { companyId, webhookId }: { companyId: string; webhookId: string },
  fields: Partial<DeliveryRow> = {},
  event?: object,
): Promise<DeliveryRow> {
  const now = table.now()
  const type = 'item.created'
  const ids = { id: `dlv_${makeUlid(now)}`, event_id: `evt_${makeUlid(now)}00` }
  const row = { ...draftDelivery({ ...ids, type }, now), ...fields }
  const body = JSON.stringify(event ?? { id: row.event_id, type })
  const key = keys.delivery(companyId, webhookId, row.id)
  await putRows(table, [makeEventItem(companyId, { id: row.event_id, body }, now), { ...key, ...row }])
  return row
}

/** What is due later than a queue can wait. */
export async function putDue(table: Table, due: DueDelivery): Promise<void> {
  await putRows(table, [{ ...keys.dueDelivery(due.delivery_id, due.at), ...due }])
}

/** An attempt that got this answer. */
export function makeAttempt(at: number, status_code: number): DeliveryRow['attempts'][number] {
  const error = status_code < 300 ? null : `answered ${status_code}`
  return { at: new Date(at).toISOString(), status_code, milliseconds: 7, error, response: '' }
}

/**
 * A webhook to which deliveries have come, are to come and have failed; one that was disabled; and one that is gone,
 * with a delivery that is never sent. `pending` is due 20 hours later.
 */
export async function fillWebhooks(table: Table, companyId: string) {
  const now = table.now()
  const failing = { status: 'disabled', disabled_reason: 'failing', failures: 9, failing_since: now - 1 } as const
  const lease = { until: now + 20_000, delivery_id: 'dlv_1', holder: '1' }
  const [webhookId = '', disabledId = ''] = await putWebhooks(table, companyId, [
    { previous_secret: { secret: sealedSecret, until: now + 3_600_000 }, lease_0: lease },
    failing,
  ])
  const to = { companyId, webhookId }
  const failed = makeAttempt(now, 500)
  const at = now + 20 * 3_600_000
  const ended = { next_attempt: undefined }
  const delivered = await putDelivery(table, to, { ...ended, status: 'delivered', attempts: [makeAttempt(now, 204)] })
  await putDelivery(table, to, { ...ended, status: 'failed', attempts: Array(9).fill(failed) })
  await putDelivery(table, { companyId, webhookId: disabledId }, { ...ended, status: 'failed' })
  const pending = await putDelivery(table, to, { attempts: [failed, failed], next_attempt: at })
  await putDue(table, { company_id: companyId, webhook_id: webhookId, delivery_id: pending.id, attempt: 2, at })
  const goneId = `whk_${makeUlid(now)}`
  const late = await putDelivery(table, { companyId, webhookId: goneId })
  const due = { company_id: companyId, attempt: 0, at: now }
  await putDue(table, { ...due, webhook_id: webhookId, delivery_id: delivered.id })
  await putDue(table, { ...due, webhook_id: goneId, delivery_id: late.id })
  return { webhookId, disabledId, goneId, delivered, pending, late }
}

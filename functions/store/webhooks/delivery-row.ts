import * as z from 'zod'
import {
  deliveredTypes,
  deliveriesKeptMs,
  deliveryStatuses,
  type WebhookDelivery,
} from '../../domain/webhooks/delivery'
import { type CheckedRow, checkRow, readCheckedRows } from '../table/checked-row'
import { isExpired, keys, type Row, toTtl, ttlAttribute } from '../table/schema'
import { findRow, ofPartition, queryPages, type Table } from '../table/table'
import { putNew, type Write } from '../table/transact'

const Attempt = z.object({
  at: z.string(),
  status_code: z.int().nullable(),
  milliseconds: z.int(),
  error: z.string().nullable(),
  response: z.string().nullable(),
})

/**
 * `next_attempt`: epoch milliseconds, without it there will be none. `queued_at`: when the first message about it was
 * sent, or sent again, in epoch milliseconds. The number of its attempts tells which one is next.
 */
const DeliveryRow = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.enum(deliveredTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.array(Attempt),
  next_attempt: z.int().optional(),
  created_at: z.string(),
  queued_at: z.int(),
  [ttlAttribute]: z.int(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

export function parseDeliveryRow(row: unknown): DeliveryRow {
  return DeliveryRow.parse(row)
}

/** A new one, due at once. `at`: epoch milliseconds. */
export function draftDelivery(
  { id, event_id, type }: Pick<WebhookDelivery, 'id' | 'event_id' | 'type'>,
  at: number,
): DeliveryRow {
  const created_at = new Date(at).toISOString()
  const expires = toTtl(at + deliveriesKeptMs)
  return {
    id,
    event_id,
    type,
    status: 'pending',
    attempts: [],
    next_attempt: at,
    created_at,
    queued_at: at,
    [ttlAttribute]: expires,
  }
}

export function toWebhookDelivery(row: DeliveryRow): WebhookDelivery {
  const { next_attempt, queued_at: _, [ttlAttribute]: __, ...delivery } = row
  return { ...delivery, next_attempt_at: next_attempt === undefined ? null : new Date(next_attempt).toISOString() }
}

/** Null if there is none, or if it has expired. */
export async function findDeliveryRow(
  table: Table,
  { companyId, webhookId, id }: { companyId: string; webhookId: string; id: string },
): Promise<DeliveryRow | null> {
  const stored = await findRow(table, keys.delivery(companyId, webhookId, id))
  const row = stored && DeliveryRow.parse(stored)
  return row && !isExpired(row, table.now()) ? row : null
}

/** Strongly consistent, newest first, without expired ones. */
export async function* readDeliveryPages(
  table: Table,
  companyId: string,
  webhookId: string,
): AsyncGenerator<DeliveryRow[]> {
  const { pk } = keys.delivery(companyId, webhookId, '')
  for await (const page of queryPages(table, { ...ofPartition(pk), ScanIndexForward: false }))
    yield page.map((row) => DeliveryRow.parse(row)).filter((row) => !isExpired(row, table.now()))
}

/** Also deliveries that have expired, and those that cannot be read. */
export function readCheckedDeliveries(table: Table, companyId: string, webhookId: string) {
  const { pk } = keys.delivery(companyId, webhookId, '')
  return readCheckedRows(table, [pk], (row) => checkDeliveryRow(companyId, webhookId, row))
}

export function checkDeliveryRow(companyId: string, webhookId: string, row: Row): CheckedRow<DeliveryRow> {
  return checkRow(row, DeliveryRow, ({ id }) => keys.delivery(companyId, webhookId, id))
}

/** Only if there is none with this id. */
export function makeDeliveryWrite(companyId: string, webhookId: string, row: DeliveryRow): Write {
  return { action: putNew({ ...keys.delivery(companyId, webhookId, row.id), ...row }) }
}

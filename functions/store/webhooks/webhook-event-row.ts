import * as z from 'zod'
import { parseJson } from '../../domain/json'
import { deliveriesKeptMs } from '../../domain/webhooks/delivery'
import { type CheckedRow, checkRow, readCheckedRows } from '../table/checked-row'
import { keys, type Row, toTtl, ttlAttribute } from '../table/schema'
import { findRow, type Table } from '../table/table'
import type { Write } from '../table/transact'

/** One event, as all webhooks of a company get it. `body` is the JSON that is signed and sent. */
export type WebhookEventRow = { id: string; body: string }

/** A day longer than the deliveries that name it. The same event has the same body, so it may be put again. */
export function makeEventItem(companyId: string, { id, body }: WebhookEventRow, at: number) {
  return { ...keys.webhookEvent(companyId, id), body, [ttlAttribute]: toTtl(at + deliveriesKeptMs + 86_400_000) }
}

export function makeEventWrite(table: Table, companyId: string, event: WebhookEventRow): Write {
  return { action: { Put: { Item: makeEventItem(companyId, event, table.now()) } } }
}

/** Null where it has expired. */
export async function findEventBody(table: Table, companyId: string, eventId: string): Promise<string | null> {
  const row = await findRow(table, keys.webhookEvent(companyId, eventId))
  return row ? String(row.body) : null
}

const EventBody = z.object({ id: z.string(), type: z.string() })
/** What is read where rows are checked: its body must be JSON. */
const StoredEvent = z.object({
  body: z.string().transform(parseJson).pipe(EventBody),
  [ttlAttribute]: z.int(),
})
export type StoredEvent = z.infer<typeof StoredEvent>

/** All events of a company's webhooks, also those that have expired, and those that cannot be read. */
export function readCheckedEvents(table: Table, companyId: string): AsyncGenerator<CheckedRow<StoredEvent>[]> {
  return readCheckedRows(table, [keys.webhookEvent(companyId, '').pk], (row) => checkEventRow(companyId, row))
}

export function checkEventRow(companyId: string, row: Row): CheckedRow<StoredEvent> {
  return checkRow(row, StoredEvent, ({ body }) => keys.webhookEvent(companyId, body.id))
}

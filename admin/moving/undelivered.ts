import { Refusal } from '../../functions/domain/errors'
import { makeDeliveryId, wantsEvent } from '../../functions/operations/webhooks/queue-deliveries'
import { type LogEvent, toEvents } from '../../functions/store/log/events'
import { readLog } from '../../functions/store/log/log-reader'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import { findRows } from '../../functions/store/table/batch-read'
import { keys, type RowKey } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import type { WebhookRow } from '../../functions/store/webhooks/webhook-row'

/** A stream is read up to 20 hours late: lib/features/events.ts. */
const streamMs = 24 * 3_600_000

/**
 * Refused with `invalid_state` where an event of the last day has no delivery to a webhook that wants it: the stream is
 * behind, and would make it here, where nothing is sent any more. `webhooks`: of the company.
 */
export async function requireDelivered(table: Table, companyId: string, webhooks: WebhookRow[]): Promise<void> {
  const active = webhooks.filter(({ status }) => status === 'active')
  if (active.length === 0) return
  let missing = 0
  let first: string | null = null
  const range = { companyId, since: table.now() - streamMs }
  for await (const page of readLog(table, range, { oldestFirst: true })) {
    const rows = page.filter((row) => !('imported' in row))
    const wanted = rows.flatMap((row) => listWanted(table, companyId, row, active))
    const found = await findRows(
      table,
      wanted.map(({ key }) => key),
    )
    const lacking = wanted.filter((_, index) => found[index] === undefined)
    first ??= lacking[0]?.event.created_at ?? null
    missing += lacking.length
  }
  if (first === null) return
  throw new Refusal(
    'invalid_state',
    `${missing} deliveries to webhooks are not made yet, the first of ${first}: the table's stream is behind, or has ` +
      `given up. Wait, or make them: npx inventory events republish --company ${companyId} --since ${first}`,
  )
}

/** A webhook that was changed since may not have wanted the event then. What is damaged has no event. */
function listWanted(
  { now }: Table,
  companyId: string,
  row: LogRow,
  webhooks: WebhookRow[],
): { event: LogEvent; key: RowKey }[] {
  return listEvents(row).flatMap((event) =>
    webhooks
      .filter((webhook) => webhook.updated_at < event.created_at && wantsEvent(webhook, event, now()))
      .map(({ id }) => ({ event, key: keys.delivery(companyId, id, makeDeliveryId(event.id, id)) })),
  )
}

function listEvents(row: LogRow): LogEvent[] {
  try {
    return toEvents(parseLogRow(row))
  } catch {
    return []
  }
}

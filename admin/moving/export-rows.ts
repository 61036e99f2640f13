import { Refusal } from '../../functions/domain/errors'
import { makeDeliveryId, wantsEvent } from '../../functions/operations/webhooks/queue-deliveries'
import { findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { readPeople } from '../../functions/store/companies/person-row'
import { type LogEvent, toEvents } from '../../functions/store/log/events'
import { readLog } from '../../functions/store/log/log-reader'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import { findRows } from '../../functions/store/table/batch-read'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { deliveryTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { readWebhookRows, type WebhookRow } from '../../functions/store/webhooks/webhook-row'
import { setMoving, suspendParts } from '../companies/companies'
import { requireIdle, type WaitTools, waitForWriters, waitUntil } from '../companies/quiet'
import type { Sealing } from '../webhooks/master-key'
import { getKind, isMoved, readCompanyRows, readLogRows } from './company-rows'
import {
  type End,
  type FileKey,
  formatMoveFile,
  type Header,
  moveKeyCheck,
  type Resealing,
  resealRow,
} from './move-file'

export type MoveOutTools = WaitTools & {
  /** Opens what the stack has sealed. */
  vault: Pick<Sealing, 'open'>
  fileKey: FileKey
  release: string
  /** Who signs people in at this stack. Null where nobody can. */
  issuer: string | null
  /** The most rows of a page of the scan. A page of 1 MB by default. */
  pageRows?: number
}

/** `rows`: of each kind. `unreadable`: rows with secrets that the stack cannot open itself. */
export type MoveOut = { company_id: string; rows: End['rows']; unreadable: string[] }

/**
 * Waits until no request of the suspended company is under way, marks it, so that no job of it begins, and returns when
 * nobody writes its rows any more. Can be repeated. Refused with `invalid_state` if it is not suspended, or is being
 * erased or imported; while a restore or a snapshot is under way; and where deliveries are not made yet.
 */
export async function quietCompany(table: Table, companyId: string, tools: WaitTools): Promise<void> {
  if ((await findCompany(table, companyId))?.suspended_at === undefined) throw makeStateRefusal(companyId)
  // A suspension that was killed may have left some.
  await suspendParts(table, companyId, 'keys', 'webhooks')
  const webhooks = await readWebhookRows(table, companyId)
  const suspended = [...(await readApiKeys(table, companyId)), ...(await readPeople(table, companyId)), ...webhooks]
  const suspensions = suspended.map(({ suspended_at = 0 }) => suspended_at)
  const requestsEnded = Math.max(0, ...suspensions) + routeTimeoutMs + settledAfterMs
  await waitUntil(table, requestsEnded, 'no request is under way', tools)
  // A restore that a request has begun goes on in a job, which the mark would stop.
  await requireIdle(table, companyId)
  const company = await setMoving(table, companyId)
  if (company === null) throw makeStateRefusal(companyId)
  const ended = await waitForWriters(table, { companyId, markedAt: company.moving_at, suspensions }, tools)
  // Events of the last changes become deliveries, and attempts that were under way are recorded.
  if (webhooks.length > 0)
    await waitUntil(table, ended + deliveryTimeoutMs + settledAfterMs, 'no delivery is under way', tools)
  await requireDelivered(table, companyId, webhooks)
}

function makeStateRefusal(companyId: string): Refusal {
  const text = `The company ${companyId} is not suspended, or is being erased or imported.`
  return new Refusal('invalid_state', text)
}

/** The lines of the file. `quietCompany` comes first. Tells `done` what was written. */
export async function* exportRows(
  table: Table,
  companyId: string,
  tools: MoveOutTools,
  done: (moved: MoveOut) => void,
): AsyncGenerator<string> {
  const { vault, fileKey, release, issuer, pageRows, report } = tools
  const resealing: Resealing = { from: vault, to: fileKey.vault, unreadable: [] }
  const header: Header = {
    release,
    company_id: companyId,
    exported_at: new Date(table.now()).toISOString(),
    issuer,
    key_check: await fileKey.vault.seal(moveKeyCheck.text, moveKeyCheck.context),
  }
  async function* makePages() {
    let rows = 0
    for await (const page of readInOrder(table, companyId, pageRows)) {
      const moved = page.filter((row) => isMoved(row, table.now()))
      if (moved.length > 0) yield await Promise.all(moved.map((row) => toMoved(companyId, row, resealing)))
      if (Math.floor(rows / rowsPerReport) < Math.floor((rows + moved.length) / rowsPerReport))
        report(`${(rows + moved.length).toLocaleString('en')} rows`)
      rows += moved.length
    }
  }
  yield* formatMoveFile(header, makePages(), fileKey, (rows) =>
    done({ company_id: companyId, rows, unreadable: resealing.unreadable }),
  )
}

const rowsPerReport = 10_000

/** The log last: a scan shows it in any place. */
async function* readInOrder(table: Table, companyId: string, pageRows?: number): AsyncGenerator<(Row & RowKey)[]> {
  for await (const page of readCompanyRows(table, companyId, pageRows))
    yield page.filter((row) => getKind(row) !== 'LOG')
  yield* readLogRows(table, companyId, pageRows)
}

/** As it is written. Chunks name their company from now on, and the mark of the move is not moved. */
async function toMoved(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const { moving_at: _, ...rest } = row
  return resealRow(companyId, getKind(row) === 'CHUNK' ? { ...rest, company_id: companyId } : rest, resealing)
}

/** A stream is read up to 20 hours late: lib/features/events.ts. */
const streamMs = 24 * 3_600_000

/**
 * Refused with `invalid_state` where an event of the last day has no delivery to a webhook that wants it: the stream is
 * behind, and would make it here, where nothing is sent any more. `webhooks`: of the company.
 */
async function requireDelivered(table: Table, companyId: string, webhooks: WebhookRow[]): Promise<void> {
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

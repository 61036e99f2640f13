import { alertLateMs, alertPauseMs, crossingTooOldMs } from '../../domain/alerts/alert'
import { Refusal } from '../../domain/errors'
import { groupBy } from '../../domain/group'
import type { QueueAlert } from '../../runtime/queues/alerts-queue'
import { type AlertRow, findAlert, isOpen, putAlert, raiseAlert } from '../../store/companies/alert-row'
import { runConcurrently } from '../../store/concurrently'
import { toEvents } from '../../store/log/events'
import { getTime, makeTimeKey } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { getOwner } from '../../store/table/row-kinds'
import type { Table } from '../../store/table/table'
import { retryUntilCommitted, WriteConflict } from '../../store/table/tries'
import { settledAfterMs } from '../../store/time/timing'
import { makeUlid } from '../../store/time/ulids'
import { type PublishReport, RowReports, type RowToPublish } from '../log/publish-rows'

const companiesAtOnce = 8

/** `index`: the row's place in the batch. */
type Crossing = { index: number; row: LogRow }

/**
 * Sees to it that what became low is mailed: once for all rows of a company. Rows may come again. The outcome is as
 * that of `publishRows`. A row that cannot be read is told of by what puts it on the bus.
 */
export async function noteCrossings(table: Table, rows: RowToPublish[], queue: QueueAlert): Promise<PublishReport> {
  const reports = new RowReports()
  await runConcurrently(listCrossings(rows, table.now()), companiesAtOnce, ([companyId, crossings]) => {
    const places = crossings.map(({ row }) => row.sk).sort()
    const ends = { first: places[0] ?? '', last: places.at(-1) ?? '' }
    const indexes = crossings.map(({ index }) => index)
    return reports.guard(indexes, () => noteCrossingsOf(table, companyId, ends, queue))
  })
  return reports.sum()
}

/** By company. */
function listCrossings(rows: RowToPublish[], now: number): Map<string, Crossing[]> {
  const crossings = rows.flatMap(({ row }, index) => {
    const companyId = findCompanyOfCrossing(row, now)
    return companyId === null || row instanceof Error ? [] : [{ index, row, companyId }]
  })
  return groupBy(crossings, ({ companyId }) => companyId)
}

/** Null where no item became low, or so long ago that the log is read again. */
function findCompanyOfCrossing(row: LogRow | Error, now: number): string | null {
  if (row instanceof Error || row.resource_type !== 'item' || getTime(row) < now - crossingTooOldMs) return null
  const owner = getOwner(row)
  return 'companyId' in owner && isCrossing(row) ? owner.companyId : null
}

/** Whether the item became low. A row that is damaged is told of elsewhere, and must not silence the others. */
export function isCrossing(row: LogRow): boolean {
  try {
    return toEvents(row).some(({ type }) => type === 'item.low_stock')
  } catch {
    return false
  }
}

/** The message is sent before its row is there: so no row waits for a message that nobody has sent. */
async function noteCrossingsOf(
  table: Table,
  companyId: string,
  { first, last }: { first: string; last: string },
  queue: QueueAlert,
): Promise<void> {
  const id = `alr_${makeUlid(table.now())}`
  let due_at: number | null = null
  const open = async (found: AlertRow | null) => {
    if (due_at === null) {
      due_at = table.now() + alertPauseMs
      await queue({ company_id: companyId, alert_id: id }, alertPauseMs)
    }
    await putAlert(table, companyId, { id, due_at, ...chooseRange(found, { first, last }) }, found)
  }
  await retryUntilCommitted(table, async () => {
    const found = await findAlert(table, companyId)
    if (found && last <= found.cursor) return // mailed already: the stream was late
    if (!isOpen(found) || found.due_at < table.now() - alertLateMs) return open(found)
    if (found.latest < last && !(await raiseAlert(table, companyId, found, last))) throw new WriteConflict(null, false)
  }).catch(ignoreErased)
}

/** Also what is committed late, behind younger rows. */
function chooseRange(found: AlertRow | null, { first, last }: { first: string; last: string }) {
  const begin = isOpen(found) ? found.cursor : makeTimeKey(getTime({ sk: first }) - settledAfterMs)
  const cursor = found && found.cursor > begin ? found.cursor : begin
  return { cursor, latest: found && found.latest > last ? found.latest : last }
}

function ignoreErased(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'forbidden') throw error
}

import { LogCounts } from '../../domain/log/log-counts'
import { dayMs } from '../../domain/time'
import { collectPages, type Table } from '../../store/client'
import { getTime, type LogRange, readLog } from '../../store/log/log-reader'
import type { Row } from '../../store/schema'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { RowMap } from '../row-map'
import { type CountedDays, computeLastClosedDay, getDay, readCountedDays } from './log-days'

/** Two pages of the maximum size. */
const keptRows = 200

export type LogMirror = {
  days: CountedDays
  /** By sort key: every row after `heldAfter`. */
  recent: RowMap<Row>
  /** A sort key. Rows up to it are settled, and are counted but not held. */
  heldAfter: string
  /** Epoch milliseconds, by the reader's clock before its last query. */
  watermark: number
}

const mirrors = new Mirrors<LogMirror>({
  load,
  refresh,
  bytes: ({ recent, days }) => recent.bytes + [...days.values()].reduce((sum, { size }) => sum + size * 150, 0),
})

/** Includes every change acknowledged before the call. */
export function readLogMirror(table: Table, companyId: string): Promise<LogMirror> {
  return mirrors.get(table, companyId)
}

async function load(table: Table, companyId: string): Promise<LogMirror> {
  const watermark = table.now()
  const last = computeLastClosedDay(watermark)
  const closedRange = { companyId, until: (last + 1) * dayMs - 1 }
  const [days, open, earlier] = await Promise.all([
    readCountedDays(table, companyId, last),
    collectPages(readLog(table, { companyId, since: closedRange.until })),
    readNewest(table, closedRange),
  ])
  const recent = new RowMap<Row>()
  for (const row of earlier) recent.set(String(row.sk), row)
  const heldAfter = earlier.length < keptRows ? '' : String(earlier.at(-1)?.sk)
  recent.delete(heldAfter)
  const mirror: LogMirror = { days, recent, heldAfter, watermark }
  for (const row of open) take(mirror, row)
  return trim(mirror, watermark)
}

/** At least `keptRows` rows of the closed days, or all. */
async function readNewest(table: Table, range: LogRange): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of readLog(table, range, { pageRows: keptRows, eventually: true })) {
    rows.push(...page)
    if (rows.length >= keptRows) break
  }
  return rows
}

async function refresh(table: Table, companyId: string, mirror: LogMirror): Promise<LogMirror> {
  const now = table.now()
  const since = mirror.watermark - settledAfterMs - 1
  for (const row of await collectPages(readLog(table, { companyId, since }))) take(mirror, row)
  return trim({ ...mirror, watermark: now }, now)
}

function take({ days, recent, heldAfter }: LogMirror, row: Row): void {
  const sk = String(row.sk)
  if (sk <= heldAfter || recent.has(sk)) return
  recent.set(sk, row)
  const counts = days.get(getDay(row)) ?? new LogCounts()
  days.set(getDay(row), counts)
  counts.add(row)
}

/** Keeps `keptRows` rows, and every row that a later read can return again. */
function trim(mirror: LogMirror, now: number): LogMirror {
  const { recent } = mirror
  if (recent.size <= 2 * keptRows) return mirror
  const sortedKeys = [...recent.keys()].sort()
  let { heldAfter } = mirror
  for (const sk of sortedKeys.slice(0, -keptRows)) {
    if (getTime({ sk }) >= now - 2 * settledAfterMs) break
    recent.delete(sk)
    heldAfter = sk
  }
  return { ...mirror, heldAfter }
}

/** Newest first. */
export function listHeldRows({ recent }: LogMirror): Row[] {
  return [...recent.values()].sort((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1))
}

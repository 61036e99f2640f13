import { LogCounts } from '../../domain/log/log-counts'
import { dayMs } from '../../domain/time'
import { allOf, type Row, type Table } from '../../store/client'
import { type LogRange, timeOf, wholeLog } from '../../store/log/log-reader'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { RowMap } from '../row-map'
import { type CountedDays, countedDays, dayOf, lastClosedDay } from './log-days'

/** Newest rows that are kept whole: two of the largest pages. */
const keptRows = 200

/** What a reader holds of a company's log: how many rows of each day, and the newest ones themselves. */
export type LogMirror = {
  days: CountedDays
  /** Every row after `cut`, by its sort key. */
  recent: RowMap<Row>
  /** A sort key: what is not after it is settled, and counted but not held. */
  cut: string
  /** Epoch milliseconds, by the reader's clock before its last query. */
  watermark: number
}

const mirrors = new Mirrors<LogMirror>({
  load,
  refresh,
  bytes: ({ recent, days }) => recent.bytes + [...days.values()].reduce((sum, { size }) => sum + size * 150, 0),
})

/** The company's log as it is now: every change that was acknowledged before the call is counted. */
export function logMirrorOf(table: Table, company: string): Promise<LogMirror> {
  return mirrors.get(table, company)
}

async function load(table: Table, company: string): Promise<LogMirror> {
  const watermark = table.now()
  const last = lastClosedDay(watermark)
  const closed = { company, until: (last + 1) * dayMs - 1 }
  const [days, open, earlier] = await Promise.all([
    countedDays(table, company, last),
    allOf(wholeLog(table, { company, since: closed.until })),
    newest(table, closed),
  ])
  const recent = new RowMap<Row>()
  for (const row of earlier) recent.set(String(row.sk), row)
  const cut = earlier.length < keptRows ? '' : String(earlier.at(-1)?.sk)
  recent.delete(cut)
  const mirror: LogMirror = { days, recent, cut, watermark }
  for (const row of open) take(mirror, row)
  return trimmed(mirror, watermark)
}

/** The newest rows of the days that are over: as many as are kept, or all. */
async function newest(table: Table, range: LogRange): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of wholeLog(table, range, { pageRows: keptRows, eventually: true })) {
    rows.push(...page)
    if (rows.length >= keptRows) break
  }
  return rows
}

async function refresh(table: Table, company: string, mirror: LogMirror): Promise<LogMirror> {
  const now = table.now()
  const since = mirror.watermark - settledAfterMs - 1
  for (const row of await allOf(wholeLog(table, { company, since }))) take(mirror, row)
  return trimmed({ ...mirror, watermark: now }, now)
}

/** Counts and keeps a row, unless it is known. */
function take({ days, recent, cut }: LogMirror, row: Row): void {
  const sk = String(row.sk)
  if (sk <= cut || recent.has(sk)) return
  recent.set(sk, row)
  const counts = days.get(dayOf(row)) ?? new LogCounts()
  days.set(dayOf(row), counts)
  counts.add(row)
}

/** Lets go of the oldest rows, as long as enough remain and no later read can bring them again. */
function trimmed(mirror: LogMirror, now: number): LogMirror {
  const { recent } = mirror
  if (recent.size <= 2 * keptRows) return mirror
  const sorted = [...recent.keys()].sort()
  let { cut } = mirror
  for (const sk of sorted.slice(0, -keptRows)) {
    if (timeOf({ sk }) >= now - 2 * settledAfterMs) break
    recent.delete(sk)
    cut = sk
  }
  return { ...mirror, cut }
}

/** The rows that are held, newest first. */
export function heldRows({ recent }: LogMirror): Row[] {
  return [...recent.values()].sort((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1))
}

import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { type LogFilter, makeLogMatcher } from '../../domain/log/log-counts'
import { dayMs } from '../../domain/time'
import type { Table } from '../../store/client'
import { getTime, type LogRange, makeReversalMarker, readLog } from '../../store/log/log-reader'
import { type LogRow, parseLogRow } from '../../store/log/log-row'
import type { Row } from '../../store/schema'
import { computeLastClosedDay, getDay } from './log-days'
import { type LogMirror, listHeldRows, readLogMirror } from './log-mirror'

/** Read in addition: rows of the millisecond of `heldAfter` can be held already, and are skipped. */
const rowsOfTransaction = 100

/** `total` counts the matching rows. `rows` returns at least `enough` of them, or all, newest first. */
type Stretch = { total: number; rows: (enough: number) => Promise<Row[]> }

/**
 * Newest first, with the exact total. That of a whole day comes from its counts, and an offset skips whole days. Rows
 * are read only of days that the page shows, or that are only partly in the range.
 */
export async function readLogPage(
  table: Table,
  range: LogRange,
  filter: LogFilter,
  { limit, offset }: PageRequest,
): Promise<Page<LogRow>> {
  const mirror = await readLogMirror(table, range.companyId)
  const rows: Row[] = []
  let total = 0
  for (const stretch of await listStretches(table, mirror, range, filter)) {
    const skip = Math.max(0, offset - total)
    total += stretch.total
    const missing = limit - rows.length
    if (missing === 0 || skip >= stretch.total) continue
    rows.push(...(await stretch.rows(skip + missing)).slice(skip, skip + missing))
  }
  return { rows: rows.map(makeReversalMarker(mirror.recent.values())).map(parseLogRow), total, limit, offset }
}

export function makeLogPage(rows: Row[], request: PageRequest): Page<LogRow> {
  const { rows: shown, ...rest } = slicePage(rows, request)
  return { ...rest, rows: shown.map(parseLogRow) }
}

/** Newest first: the held rows, then one part for each older day. */
async function listStretches(table: Table, mirror: LogMirror, range: LogRange, filter: LogFilter): Promise<Stretch[]> {
  const { since = -1, until = Number.POSITIVE_INFINITY } = range
  const matches = makeLogMatcher(filter)
  const heldRows = listHeldRows(mirror).filter(matches)
  const within = heldRows.filter((row) => getTime(row) > since && getTime(row) <= until)
  const stretches: Stretch[] = [{ total: within.length, rows: async () => within }]
  if (mirror.heldAfter === '') return stretches
  const heldOfDay = new Map<number, number>()
  for (const row of heldRows) heldOfDay.set(getDay(row), (heldOfDay.get(getDay(row)) ?? 0) + 1)
  const newest = getTime({ sk: mirror.heldAfter })
  const days = [...mirror.days].filter(([day]) => day * dayMs <= newest).sort(([a], [b]) => b - a)
  for (const [day, counts] of days) {
    const [start, end] = [day * dayMs, (day + 1) * dayMs - 1]
    if (end <= since || start > until) continue
    const bounds = { ...range, since: Math.max(since, start - 1), until: Math.min(until, end, newest) }
    const read = (enough: number) => readMatchingRows(table, mirror, { range: bounds, filter, enough })
    const own = counts.sum(filter) - (heldOfDay.get(day) ?? 0)
    if (since < start && until >= end) stretches.push({ total: own, rows: read })
    else stretches.push(await readWhole(read))
  }
  return stretches
}

async function readWhole(read: Stretch['rows']): Promise<Stretch> {
  const rows = await read(Number.POSITIVE_INFINITY)
  return { total: rows.length, rows: async () => rows }
}

/** Rows that are not held: at least `enough` that match, or all. */
async function readMatchingRows(
  table: Table,
  { heldAfter, watermark }: LogMirror,
  { range, filter, enough }: { range: LogRange & { since: number }; filter: LogFilter; enough: number },
): Promise<Row[]> {
  const all = Object.values(filter).every((value) => value === undefined)
  const eventually = Math.floor((range.since + 1) / dayMs) <= computeLastClosedDay(watermark)
  const pageRows = all && enough < 1_000 ? enough + rowsOfTransaction : undefined
  const matches: Row[] = []
  for await (const page of readLog(table, range, { eventually, pageRows })) {
    matches.push(...page.filter((row) => String(row.sk) <= heldAfter).filter(makeLogMatcher(filter)))
    if (matches.length >= enough) break
  }
  return matches
}

import { type Page, type PageRequest, page } from '../../domain/list'
import { type LogFilter, matchesLog } from '../../domain/log/log-counts'
import { dayMs } from '../../domain/time'
import type { Row, Table } from '../../store/client'
import { type LogRange, timeOf, wholeLog, withReversal } from '../../store/log/log-reader'
import { type LogRow, parseLogRow } from '../../store/log/log-row'
import { dayOf, lastClosedDay } from './log-days'
import { heldRows, type LogMirror, logMirrorOf } from './log-mirror'

/** Rows that may share a moment with the last one that is held. */
const rowsOfTransaction = 100

/** A stretch of the log: how many of its rows match, and how to read them, newest first. */
type Stretch = { total: number; rows: (enough: number) => Promise<Row[]> }

/**
 * One page of the company's log, newest first, with the exact number of rows that match. Whole days are told by their counts and
 * skipped by an offset; rows are read only of the days that the page lies in, and of those that the range cuts in two.
 */
export async function pageOfWholeLog(
  table: Table,
  range: LogRange,
  filter: LogFilter,
  { limit, offset }: PageRequest,
): Promise<Page<LogRow>> {
  const mirror = await logMirrorOf(table, range.company)
  const rows: Row[] = []
  let total = 0
  for (const stretch of await stretchesOf(table, mirror, range, filter)) {
    const skipped = Math.max(0, offset - total)
    total += stretch.total
    const wanted = limit - rows.length
    if (wanted === 0 || skipped >= stretch.total) continue
    rows.push(...(await stretch.rows(skipped + wanted)).slice(skipped, skipped + wanted))
  }
  return { rows: rows.map(withReversal(mirror.recent.values())).map(parseLogRow), total, limit, offset }
}

/** One page of rows that are at hand. */
export function pageOfRows(rows: Row[], request: PageRequest): Page<LogRow> {
  const { rows: shown, ...rest } = page(rows, request)
  return { ...rest, rows: shown.map(parseLogRow) }
}

/** The log within a range: the rows that are held, then day by day what is older. */
async function stretchesOf(table: Table, mirror: LogMirror, range: LogRange, filter: LogFilter): Promise<Stretch[]> {
  const { since = -1, until = Number.POSITIVE_INFINITY } = range
  const matches = matchesLog(filter)
  const held = heldRows(mirror).filter(matches)
  const within = held.filter((row) => timeOf(row) > since && timeOf(row) <= until)
  const stretches: Stretch[] = [{ total: within.length, rows: async () => within }]
  if (mirror.cut === '') return stretches
  const heldOfDay = new Map<number, number>()
  for (const row of held) heldOfDay.set(dayOf(row), (heldOfDay.get(dayOf(row)) ?? 0) + 1)
  const newest = timeOf({ sk: mirror.cut })
  const days = [...mirror.days].filter(([day]) => day * dayMs <= newest).sort(([a], [b]) => b - a)
  for (const [day, counts] of days) {
    const [start, end] = [day * dayMs, (day + 1) * dayMs - 1]
    if (end <= since || start > until) continue
    const bounds = { ...range, since: Math.max(since, start - 1), until: Math.min(until, end, newest) }
    const read = (enough: number) => matchingRows(table, mirror, { range: bounds, filter, enough })
    const own = counts.total(filter) - (heldOfDay.get(day) ?? 0)
    if (since < start && until >= end) stretches.push({ total: own, rows: read })
    else stretches.push(await readWhole(read))
  }
  return stretches
}

async function readWhole(read: Stretch['rows']): Promise<Stretch> {
  const rows = await read(Number.POSITIVE_INFINITY)
  return { total: rows.length, rows: async () => rows }
}

/** The newest rows of a part of a day that match and are not held, as many as are enough. */
async function matchingRows(
  table: Table,
  { cut, watermark }: LogMirror,
  { range, filter, enough }: { range: LogRange & { since: number }; filter: LogFilter; enough: number },
): Promise<Row[]> {
  const all = Object.values(filter).every((value) => value === undefined)
  const eventually = Math.floor((range.since + 1) / dayMs) <= lastClosedDay(watermark)
  const pageRows = all && enough < 1_000 ? enough + rowsOfTransaction : undefined
  const found: Row[] = []
  for await (const page of wholeLog(table, range, { eventually, pageRows })) {
    found.push(...page.filter((row) => String(row.sk) <= cut).filter(matchesLog(filter)))
    if (found.length >= enough) break
  }
  return found
}

import { collectPages, type Table } from '../../store/client'
import { getTime, readLog } from '../../store/log/log-reader'
import type { Row } from '../../store/schema'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { RowMap } from '../row-map'
import { planReading, startWatermark, type Watermark } from '../watermark'
import { type CountedLog, countSettled, getCountedThrough, readCountedLog } from './counted-log'
import { cutStretches, rowsOfStretch, type Stretch, storeStretches } from './stretches'

/** Two pages of the maximum size. */
const keptRows = 200
/** More rows than these between the counts and now are counted first: the log was written for long and not listed. */
const maxUncountedRows = 2_000
/** A reader counts at most this long. */
const countWithinMs = 20_000

/** All rows are in one of: `days`, `stretches`, and the rows of `recent` after them. */
export type LogMirror = CountedLog & {
  /** By sort key: every row after `heldAfter`. Those that are counted are held for the first pages. */
  recent: RowMap<Row>
  /** A sort key, not after the last counted row. */
  heldAfter: string
  /** Stretches of final days, by day: those that a page was read of. */
  opened: Map<number, Stretch[]>
  watermark: Watermark
}

const mirrors = new Mirrors<LogMirror>({ load, refresh, bytes: countBytes })

/** Includes every change acknowledged before the call. Refused with `resource_busy` where too much must be counted. */
export function readLogMirror(table: Table, companyId: string): Promise<LogMirror> {
  return mirrors.get(table, companyId)
}

function countBytes({ recent, days, stretches, opened }: LogMirror): number {
  const counts = [...days.values(), ...[stretches, ...opened.values()].flat().map((stretch) => stretch.counts)]
  return recent.bytes + counts.reduce((sum, { size }) => sum + size * 150, 0)
}

async function load(table: Table, companyId: string): Promise<LogMirror> {
  const now = table.now()
  const until = now - settledAfterMs - 1
  const [stored, unsettled] = await Promise.all([
    readCountedLog(table, companyId),
    collectPages(readLog(table, { companyId, since: until })),
  ])
  let counted = stored
  let through = getCountedThrough(counted)
  const settled = await readNewest(table, companyId, { until, through })
  if (settled.length > maxUncountedRows && String(settled.at(-1)?.sk) > through) {
    counted = await countSettled(table, companyId, counted, performance.now() + countWithinMs)
    through = getCountedThrough(counted)
  }
  const recent = new RowMap<Row>()
  for (const row of [...settled, ...unsettled]) recent.set(String(row.sk), row)
  const oldest = String(settled.at(-1)?.sk ?? '')
  const heldAfter = settled.length < keptRows || oldest > through ? '' : oldest // '' where the log ends there
  recent.delete(heldAfter)
  return settle(table, companyId, { ...counted, recent, heldAfter, opened: new Map(), watermark: startWatermark(now) })
}

/** At least `keptRows` settled rows, and those that are not counted, newest first. Not many more than the maximum. */
async function readNewest(
  table: Table,
  companyId: string,
  { until, through }: { until: number; through: string },
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of readLog(table, { companyId, until }, { pageRows: keptRows, eventually: true })) {
    rows.push(...page)
    if (rows.length > maxUncountedRows || (rows.length >= keptRows && String(rows.at(-1)?.sk) <= through)) break
  }
  return rows
}

async function refresh(table: Table, companyId: string, mirror: LogMirror): Promise<LogMirror> {
  const { since, watermark } = planReading(mirror.watermark, table.now())
  const through = getCountedThrough(mirror)
  for (const row of await collectPages(readLog(table, { companyId, since }))) {
    const sk = String(row.sk)
    if (sk > through && !mirror.recent.has(sk)) mirror.recent.set(sk, row)
  }
  return settle(table, companyId, { ...mirror, watermark })
}

/** Counts what is settled, where it is enough for a stretch, and drops counted rows but the newest. */
async function settle(table: Table, companyId: string, mirror: LogMirror): Promise<LogMirror> {
  const after = getCountedThrough(mirror)
  if (mirror.recent.size < rowsOfStretch) return mirror
  const settledBefore = mirror.watermark.long.at - settledAfterMs
  const uncounted = listHeldRows(mirror).filter((row) => String(row.sk) > after && getTime(row) < settledBefore)
  if (uncounted.length < rowsOfStretch) return trim(mirror)
  const stretches = [...mirror.stretches, ...cutStretches(uncounted.reverse(), after).stretches]
  await storeStretches(table, companyId, stretches, { from: mirror.stretches.length })
  return trim({ ...mirror, stretches })
}

function trim(mirror: LogMirror): LogMirror {
  const through = getCountedThrough(mirror)
  let { heldAfter } = mirror
  for (const { sk } of listHeldRows(mirror).slice(keptRows).reverse()) {
    if (String(sk) > through) break
    heldAfter = String(sk)
    mirror.recent.delete(heldAfter)
  }
  return { ...mirror, heldAfter }
}

/** Newest first. */
export function listHeldRows({ recent }: LogMirror): Row[] {
  return [...recent.values()].sort((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1))
}

import { getTime, readLog } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { collectPages, type Table } from '../../store/table/table'
import { loadWithinMs, settledAfterMs } from '../../store/time/timing'
import { RowMap } from '../columns/row-map'
import { Replicas } from '../replica/replicas'
import { planReading, startWatermark, type Watermark } from '../replica/watermark'
import { type Block, cutBlocks, rowsOfBlock, storeBlocks } from './blocks'
import { type CountedLog, countSettled, getCountedThrough, readCountedLog } from './counted-log'

/** Two pages of the maximum size. */
const keptRows = 200
/** More rows than these between the counts and now are counted first: the log was written for long and not listed. */
const maxUncountedRows = 2_000

/** All rows are in one of: `days`, `blocks`, and the rows of `recent` after them. */
export type LogReplica = CountedLog & {
  /** By sort key: every row after `heldAfter`. Those that are counted are held for the first pages. */
  recent: RowMap<LogRow>
  /** A sort key, not after the last counted row. */
  heldAfter: string
  /** Blocks of final days, by day: those that a page was read of. */
  opened: Map<number, Block[]>
  watermark: Watermark
}

const replicas = new Replicas<LogReplica>({ load, refresh, bytes: countBytes })

/** Includes every change acknowledged before the call. Refused with `resource_busy` where too much must be counted. */
export function readLogReplica(table: Table, companyId: string): Promise<LogReplica> {
  return replicas.get(table, companyId)
}

function countBytes({ recent, days, blocks, opened }: LogReplica): number {
  const counts = [...days.values(), ...[blocks, ...opened.values()].flat().map((block) => block.counts)]
  return recent.bytes + counts.reduce((sum, { size }) => sum + size * 150, 0)
}

async function load(table: Table, companyId: string): Promise<LogReplica> {
  const now = table.now()
  const until = now - settledAfterMs - 1
  const [stored, unsettled] = await Promise.all([
    readCountedLog(table, companyId),
    collectPages(readLog(table, { companyId, since: until })),
  ])
  let counted = stored
  let through = getCountedThrough(counted)
  const settled = await readNewest(table, companyId, { until, through })
  if (settled.length > maxUncountedRows && (settled.at(-1)?.sk ?? '') > through) {
    counted = await countSettled(table, companyId, counted, performance.now() + loadWithinMs)
    through = getCountedThrough(counted)
  }
  const recent = new RowMap<LogRow>()
  for (const row of [...settled, ...unsettled]) recent.set(row.sk, row)
  const oldest = settled.at(-1)?.sk ?? ''
  const heldAfter = settled.length < keptRows || oldest > through ? '' : oldest // '' where the log ends there
  recent.delete(heldAfter)
  return settle(table, companyId, { ...counted, recent, heldAfter, opened: new Map(), watermark: startWatermark(now) })
}

/** At least `keptRows` settled rows, and those that are not counted, newest first. Not many more than the maximum. */
async function readNewest(
  table: Table,
  companyId: string,
  { until, through }: { until: number; through: string },
): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for await (const page of readLog(table, { companyId, until }, { pageRows: keptRows, eventually: true })) {
    rows.push(...page)
    if (rows.length > maxUncountedRows || (rows.length >= keptRows && (rows.at(-1)?.sk ?? '') <= through)) break
  }
  return rows
}

async function refresh(table: Table, companyId: string, replica: LogReplica): Promise<LogReplica> {
  const { since, watermark } = planReading(replica.watermark, table.now())
  const through = getCountedThrough(replica)
  for (const row of await collectPages(readLog(table, { companyId, since }))) {
    if (row.sk > through && !replica.recent.has(row.sk)) replica.recent.set(row.sk, row)
  }
  return settle(table, companyId, { ...replica, watermark })
}

/** Counts what is settled, where it is enough for a block, and drops counted rows but the newest. */
async function settle(table: Table, companyId: string, replica: LogReplica): Promise<LogReplica> {
  const after = getCountedThrough(replica)
  if (replica.recent.size < rowsOfBlock) return replica
  const settledBefore = replica.watermark.long.at - settledAfterMs
  const uncounted = listHeldRows(replica).filter((row) => row.sk > after && getTime(row) < settledBefore)
  if (uncounted.length < rowsOfBlock) return trim(replica)
  const blocks = [...replica.blocks, ...cutBlocks(uncounted.reverse(), after).blocks]
  await storeBlocks(table, companyId, blocks, { from: replica.blocks.length })
  return trim({ ...replica, blocks })
}

function trim(replica: LogReplica): LogReplica {
  const through = getCountedThrough(replica)
  let { heldAfter } = replica
  for (const { sk } of listHeldRows(replica).slice(keptRows).reverse()) {
    if (sk > through) break
    heldAfter = sk
    replica.recent.delete(heldAfter)
  }
  return { ...replica, heldAfter }
}

/** Newest first. */
export function listHeldRows({ recent }: LogReplica): LogRow[] {
  return [...recent.values()].sort((a, b) => (a.sk < b.sk ? 1 : -1))
}

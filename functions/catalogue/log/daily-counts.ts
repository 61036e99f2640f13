import { Refusal } from '../../domain/errors'
import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import { putDayCounts, readDayCounts } from '../../store/log/day-counts'
import { readLog } from '../../store/log/log-reader'
import type { Table } from '../../store/table/table'
import { loadWithinMs } from '../../store/time/timing'
import { type Block, getDay, storeBlocks, toPart } from './blocks'
import { type CountedLog, countReading, getCountedThrough } from './counted-log'
import { addUp, readBlocksOfDay } from './final-days'
import { listHeldRows, readLogReplica } from './log-replica'

/**
 * The counts of each day that has rows, with units, from `first` on. Days are numbers of days since 1970-01-01 UTC.
 * Includes every change acknowledged before the call. Refused with `resource_busy` where too much must be counted.
 */
export async function readDailyCounts(table: Table, companyId: string, first: number): Promise<Map<number, LogCounts>> {
  const deadline = performance.now() + loadWithinMs
  const replica = await readLogReplica(table, companyId)
  const through = getCountedThrough(replica)
  const uncounted = listHeldRows(replica).filter(({ sk }) => sk > through)
  await addUnits(table, companyId, replica, { first, deadline })
  const daily = new Map<number, LogCounts>()
  const countsOf = (day: number) => {
    const counts = daily.get(day) ?? new LogCounts()
    daily.set(day, counts)
    return counts
  }
  for (const [day, counts] of replica.days) if (day >= first) countsOf(day).merge(counts)
  for (const { day, counts } of replica.blocks) if (day >= first) countsOf(day).merge(counts)
  for (const row of uncounted) if (getDay(row) >= first) countsOf(getDay(row)).add(row)
  return daily
}

/**
 * Counts again, from the day `first` on, what the code before units has counted, and stores it. `deadline` is a time of
 * `performance.now()`: after it, what was counted is stored, and the caller is refused. The next one counts on.
 */
export async function addUnits(
  table: Table,
  companyId: string,
  { days, blocks }: CountedLog,
  { first, deadline }: { first: number; deadline: number },
): Promise<void> {
  const isOver = () => performance.now() > deadline
  const open = blocks.filter(({ day }) => day >= first)
  const from = open.findIndex(lacksUnits)
  if (from >= 0) {
    await countAgain(table, companyId, open, isOver)
    await storeBlocks(table, companyId, open, { from })
  }
  const lacking = [...days].filter(([day, counts]) => day >= first && !counts.hasUnits)
  const counted = new Map<string, LogCounts>()
  for (const [day, counts] of lacking) {
    const ofDay = await readBlocksOfDay(table, companyId, { day, counts })
    await countAgain(table, companyId, ofDay, isOver)
    if (ofDay.length > 1) await storeBlocks(table, companyId, ofDay)
    if (!ofDay.some(lacksUnits)) counted.set(formatDate(day * dayMs), addUp(ofDay))
    if (isOver()) break
  }
  await replaceDays(table, companyId, counted)
  for (const [date, counts] of counted) days.set(Date.parse(date) / dayMs, counts)
  if (open.some(lacksUnits) || counted.size < lacking.length)
    throw new Refusal('resource_busy', 'The log is being counted. Try again in a moment.')
}

function lacksUnits({ counts }: Block): boolean {
  return !counts.hasUnits
}

/** Counts at least one, and ends when `isOver` says so. */
async function countAgain(table: Table, companyId: string, blocks: Block[], isOver: () => boolean): Promise<void> {
  for (const block of blocks.filter(lacksUnits)) {
    const { after, through } = block
    const counts = new LogCounts()
    for await (const page of readLog(table, { companyId, after, through }, countReading))
      for (const row of page) counts.add(row)
    block.counts = counts
    if (isOver()) return
  }
}

/** By date. Others may have stored more days meanwhile: these stay. */
async function replaceDays(table: Table, companyId: string, counted: Map<string, LogCounts>): Promise<void> {
  if (counted.size === 0) return
  const stored = await readDayCounts(table, companyId)
  const days = stored.map((part) => {
    const counts = counted.get(part.end)
    return counts ? toPart(part.end, counts) : part
  })
  const months = new Set([...counted.keys()].map((date) => date.slice(0, 7)))
  for (const month of months) await putDayCounts(table, companyId, { month, days })
}

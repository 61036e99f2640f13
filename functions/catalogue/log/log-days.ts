import { LogCounts } from '../../domain/log/log-counts'
import { dateOf, dayMs } from '../../domain/time'
import type { Row, Table } from '../../store/client'
import { putDayCounts, readDayCounts } from '../../store/log/day-counts'
import { type LogRange, timeOf, wholeLog } from '../../store/log/log-reader'
import { settledAfterMs } from '../../store/timing'

/** Days that are counted at once. */
const daysAtOnce = 8

/** What is counted of a log row, and its key. */
const countedColumns = ['sk', 'action', 'resource_type', 'type', 'user_id'] as const

/** The counts of each day that has rows, by the day's number since 1970. */
export type CountedDays = Map<number, LogCounts>

/** The number of the last day that is over for good: nothing that will yet be committed can belong to it. */
export function lastClosedDay(now: number): number {
  return Math.floor((now - settledAfterMs) / dayMs) - 1
}

/** Counts the days that are over and that nobody has counted yet, so that no reader has to. */
export async function countClosedDays(table: Table, company: string): Promise<void> {
  await countedDays(table, company, lastClosedDay(table.now()))
}

/** The counts of all days up to `last`, which must be over. Those that nobody has counted yet are counted now. */
export async function countedDays(table: Table, company: string, last: number): Promise<CountedDays> {
  const stored = await readDayCounts(table, company) // a day that has not arrived there yet is counted again
  const days = new Map(stored.map(({ date, counts }) => [Date.parse(date) / dayMs, LogCounts.parse(counts)]))
  for await (const [day, counts] of countDays(table, company, { from: Math.max(-1, ...days.keys()) + 1, to: last }))
    days.set(day, counts)
  return days
}

/**
 * Counts days from their rows, some at once, and stores them in order: a walk that is interrupted goes on after the last one that
 * is stored. Days without rows are not stored; where there are many, the next row tells how many to leap over.
 */
async function* countDays(table: Table, company: string, { from, to }: Days): AsyncGenerator<[number, LogCounts]> {
  for (let next = await dayWithRows(table, company, { from, to }); next !== null; ) {
    const first = next
    const until = Math.min(to, first + daysAtOnce - 1)
    const some = Array.from({ length: until - first + 1 }, (_, index) => first + index)
    const counted = some.map(async (day) => [day, await countDay(table, company, day)] as const)
    for (const [day, counts] of await Promise.all(counted)) {
      if (counts.size === 0) continue
      await putDayCounts(table, company, { date: dateOf(day * dayMs), counts: counts.toJSON() })
      yield [day, counts]
    }
    next = await dayWithRows(table, company, { from: until + 1, to })
  }
}

/** Days by their numbers since 1970, the last one included. */
type Days = { from: number; to: number }

/** The first of the days that has rows. */
async function dayWithRows(table: Table, company: string, days: Days): Promise<number | null> {
  const range = rangeOf(company, days)
  const rows = wholeLog(table, range, { columns: ['sk'], oldestFirst: true, pageRows: 1 })
  const [first] = (await rows.next()).value ?? []
  return first === undefined ? null : dayOf(first)
}

async function countDay(table: Table, company: string, day: number): Promise<LogCounts> {
  const counts = new LogCounts()
  for await (const page of wholeLog(table, rangeOf(company, { from: day, to: day }), { columns: countedColumns }))
    for (const row of page) counts.add(row)
  return counts
}

function rangeOf(company: string, { from, to }: Days): LogRange {
  return { company, since: from * dayMs - 1, until: (to + 1) * dayMs - 1 }
}

/** The number of the UTC day that a log row is of. */
export function dayOf(row: Row): number {
  return Math.floor(timeOf(row) / dayMs)
}

import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import type { Table } from '../../store/client'
import { putDayCounts, readDayCounts } from '../../store/log/day-counts'
import { getTime, type LogRange, readLog } from '../../store/log/log-reader'
import type { Row } from '../../store/schema'
import { settledAfterMs } from '../../store/timing'

const daysAtOnce = 8

const countedColumns = ['sk', 'action', 'resource_type', 'type', 'user_id'] as const

/** By day, as the number of days since 1970-01-01 UTC. */
export type CountedDays = Map<number, LogCounts>

/** In days since 1970-01-01 UTC. Nothing that is committed from now on can belong to a closed day. */
export function computeLastClosedDay(now: number): number {
  return Math.floor((now - settledAfterMs) / dayMs) - 1
}

/** Counts days so that no reader has to. */
export async function countClosedDays(table: Table, companyId: string): Promise<void> {
  await readCountedDays(table, companyId, computeLastClosedDay(table.now()))
}

/** `last` must be closed. Days not counted yet are counted now and stored. */
export async function readCountedDays(table: Table, companyId: string, last: number): Promise<CountedDays> {
  const storedCounts = await readDayCounts(table, companyId) // can lag behind: a day missing here is counted again
  const days = new Map(storedCounts.map(({ date, counts }) => [Date.parse(date) / dayMs, LogCounts.parse(counts)]))
  for await (const [day, counts] of countDays(table, companyId, { from: Math.max(-1, ...days.keys()) + 1, to: last }))
    days.set(day, counts)
  return days
}

/** Stores days in order: an interrupted run is continued after the last. Days without rows are skipped, not stored. */
async function* countDays(table: Table, companyId: string, { from, to }: Days): AsyncGenerator<[number, LogCounts]> {
  for (let next = await findDayWithRows(table, companyId, { from, to }); next !== null; ) {
    const first = next
    const until = Math.min(to, first + daysAtOnce - 1)
    const some = Array.from({ length: until - first + 1 }, (_, index) => first + index)
    const dayCounts = some.map(async (day) => [day, await countDay(table, companyId, day)] as const)
    for (const [day, counts] of await Promise.all(dayCounts)) {
      if (counts.size === 0) continue
      await putDayCounts(table, companyId, { date: formatDate(day * dayMs), counts: counts.toJSON() })
      yield [day, counts]
    }
    next = await findDayWithRows(table, companyId, { from: until + 1, to })
  }
}

/** Numbers of days since 1970-01-01 UTC, both ends included. */
type Days = { from: number; to: number }

async function findDayWithRows(table: Table, companyId: string, days: Days): Promise<number | null> {
  const range = toRange(companyId, days)
  const rows = readLog(table, range, { columns: ['sk'], oldestFirst: true, pageRows: 1 })
  const [first] = (await rows.next()).value ?? []
  return first === undefined ? null : getDay(first)
}

async function countDay(table: Table, companyId: string, day: number): Promise<LogCounts> {
  const counts = new LogCounts()
  for await (const page of readLog(table, toRange(companyId, { from: day, to: day }), { columns: countedColumns }))
    for (const row of page) counts.add(row)
  return counts
}

function toRange(companyId: string, { from, to }: Days): LogRange {
  return { companyId, since: from * dayMs - 1, until: (to + 1) * dayMs - 1 }
}

export function getDay(row: Row): number {
  return Math.floor(getTime(row) / dayMs)
}

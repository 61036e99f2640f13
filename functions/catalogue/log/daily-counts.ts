import { LogCounts } from '../../domain/log/log-counts'
import type { Table } from '../../store/table/table'
import { getDay } from './blocks'
import { getCountedThrough } from './counted-log'
import { listHeldRows, readLogReplica } from './log-replica'

/**
 * The counts of each day that has rows, from `first` on. Days are numbers of days since 1970-01-01 UTC. Includes every
 * change acknowledged before the call. Refused with `resource_busy` where too much must be counted.
 */
export async function readDailyCounts(table: Table, companyId: string, first: number): Promise<Map<number, LogCounts>> {
  const replica = await readLogReplica(table, companyId)
  const through = getCountedThrough(replica)
  const daily = new Map<number, LogCounts>()
  const countsOf = (day: number) => {
    const counts = daily.get(day) ?? new LogCounts()
    daily.set(day, counts)
    return counts
  }
  for (const [day, counts] of replica.days) if (day >= first) countsOf(day).merge(counts)
  for (const { day, counts } of replica.blocks) if (day >= first) countsOf(day).merge(counts)
  for (const row of listHeldRows(replica)) if (row.sk > through && getDay(row) >= first) countsOf(getDay(row)).add(row)
  return daily
}

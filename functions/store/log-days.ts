import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { z } from 'zod'
import { type Counted, LogCounts } from '../domain/log-counts'
import { queryAll, type Row, type Table } from './client'
import { settledAfterMs, timeOf, wholeLog } from './log-reader'
import { keys } from './schema'

export const dayMs = 86_400_000

/** What is counted of a log row, and its key. */
const countedColumns = ['sk', 'action', 'resource_type', 'type', 'user_id'] as const

const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })

/** The counts of each day that has rows, by the day's number since 1970. */
export type CountedDays = Map<number, LogCounts>

/** The number of the last day that is over for good: nothing that will yet be committed can belong to it. */
export function lastClosedDay(now: number): number {
  return Math.floor((now - settledAfterMs) / dayMs) - 1
}

/** The counts of all days up to `last`, which must be over. Those that nobody has counted yet are counted now. */
export async function countedDays(table: Table, company: string, last: number): Promise<CountedDays> {
  const stored = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.logDay(company, '').pk },
    ConsistentRead: false, // what is stored never changes; a day that has not arrived yet is counted again
  })
  const rows = stored.map((row) => DayRow.parse(row))
  const days = new Map(rows.map(({ sk, counts }) => [Date.parse(sk) / dayMs, LogCounts.parse(counts)]))
  await countDays(table, company, days, Math.max(-1, ...days.keys()) + 1, last)
  return days
}

/** Counts days from their rows. Each is stored once it is whole, so that a walk that is interrupted goes on from there. */
async function countDays(table: Table, company: string, days: CountedDays, from: number, to: number): Promise<void> {
  let counts = new LogCounts()
  let day: number | null = null
  const close = async () => {
    if (day === null) return
    const Item = { ...keys.logDay(company, dateOf(day)), counts: counts.toJSON() }
    await table.db.send(new PutCommand({ TableName: table.name, Item }))
    days.set(day, counts)
    counts = new LogCounts()
  }
  const range = { company, since: from * dayMs - 1, until: (to + 1) * dayMs - 1 }
  for await (const page of wholeLog(table, range, { columns: countedColumns, oldestFirst: true })) {
    for (const row of page) {
      if (dayOf(row) !== day) await close()
      day = dayOf(row)
      counts.add(row as unknown as Counted)
    }
  }
  await close()
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The number of the UTC day that a log row is of. */
export function dayOf(row: Row): number {
  return Math.floor(timeOf(row) / dayMs)
}

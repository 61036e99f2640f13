import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Counted, LogCounts } from '../../domain/log-counts'
import { queryAll, type Row, type Table } from '../client'
import { keys } from '../schema'
import { settledAfterMs } from '../timing'
import { type LogRange, timeOf, wholeLog } from './log-reader'

export const dayMs = 86_400_000

/** Days that are counted at once. */
const daysAtOnce = 8

/** What is counted of a log row, and its key. */
const countedColumns = ['sk', 'action', 'resource_type', 'type', 'user_id'] as const

const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })

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

/**
 * Counts days from their rows, some at once, and stores them in order: a walk that is interrupted goes on after the last one that
 * is stored. Days without rows are not stored; where there are many, the next row tells how many to leap over.
 */
async function countDays(table: Table, company: string, days: CountedDays, from: number, to: number): Promise<void> {
  for (let next = await dayWithRows(table, company, from, to); next !== null; ) {
    const until = Math.min(to, next + daysAtOnce - 1)
    const some = Array.from({ length: until - next + 1 }, (_, index) => (next ?? 0) + index)
    const counted = await Promise.all(some.map((day) => countDay(table, company, day)))
    for (const [index, day] of some.entries()) {
      const counts = counted[index] as LogCounts
      if (counts.size === 0) continue
      const Item = { ...keys.logDay(company, dateOf(day)), counts: counts.toJSON() }
      await table.db.send(new PutCommand({ TableName: table.name, Item }))
      days.set(day, counts)
    }
    next = await dayWithRows(table, company, until + 1, to)
  }
}

/** The first day with rows, of those from `from` to `to`. */
async function dayWithRows(table: Table, company: string, from: number, to: number): Promise<number | null> {
  const range = rangeOf(company, from, to)
  const rows = wholeLog(table, range, { columns: ['sk'], oldestFirst: true, pageRows: 1 })
  const [first] = (await rows.next()).value ?? []
  return first === undefined ? null : dayOf(first)
}

async function countDay(table: Table, company: string, day: number): Promise<LogCounts> {
  const counts = new LogCounts()
  for await (const page of wholeLog(table, rangeOf(company, day, day), { columns: countedColumns }))
    for (const row of page) counts.add(row as unknown as Counted)
  return counts
}

function rangeOf(company: string, from: number, to: number): LogRange {
  return { company, since: from * dayMs - 1, until: (to + 1) * dayMs - 1 }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The number of the UTC day that a log row is of. */
export function dayOf(row: Row): number {
  return Math.floor(timeOf(row) / dayMs)
}

import * as z from 'zod'
import { keys } from '../table/schema'
import { queryAll, type Table } from '../table/table'
import { type CountedPart, putParts, unpackParts } from './counted-parts'

/** Format 1 has the counts of one day, format 2 those of the days of a month. */
const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })
const MonthRow = z.object({ format: z.literal(2), days: z.int(), packed: z.instanceof(Uint8Array) })
export const DayCountsRow = z.union([MonthRow, DayRow])

/** Of UTC days: each part ends with its day (`2026-03-14`). In order. A day of both formats is that of its month. */
export async function readDayCounts(table: Table, companyId: string): Promise<CountedPart[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.logMonth(companyId, '').pk },
  })
  const counted = rows.map((row) => DayCountsRow.parse(row))
  const days = counted.flatMap((row) => ('format' in row ? unpackParts(row.packed) : []))
  const known = new Set(days.map(({ end }) => end))
  for (const row of counted)
    if (!('format' in row) && !known.has(row.sk)) days.push({ end: row.sk, counts: row.counts, units: {} })
  return days.sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** Stores those of a month (`2026-03`). Does nothing where more of them are stored, or as many and no fewer units. */
export function putDayCounts(
  table: Table,
  companyId: string,
  { month, days }: { month: string; days: CountedPart[] },
): Promise<void> {
  const key = { ...keys.logMonth(companyId, month), format: 2 }
  return putParts(table, { key, count: 'days', parts: days.filter(({ end }) => end.startsWith(month)) })
}

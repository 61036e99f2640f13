import * as z from 'zod'
import { keys } from '../table/schema'
import { queryPartitions, type Table } from '../table/table'
import { type CountedPart, putParts, unpackParts } from './counted-parts'

/** Those of the days of a month. */
export const DayCountsRow = z.object({ days: z.int(), packed: z.instanceof(Uint8Array) })

/** Of UTC days: each part ends with its day (`2026-03-14`). In order. */
export async function readDayCounts(table: Table, companyId: string): Promise<CountedPart[]> {
  const rows = await queryPartitions(table, [keys.logMonth(companyId, '').pk])
  return rows.flatMap(parseDayCounts)
}

export function parseDayCounts(row: unknown): CountedPart[] {
  return unpackParts(DayCountsRow.parse(row).packed)
}

/** Stores those of a month (`2026-03`). Does nothing where as many of them are stored already. */
export function putDayCounts(
  table: Table,
  companyId: string,
  { month, days }: { month: string; days: CountedPart[] },
): Promise<void> {
  const parts = days.filter(({ end }) => end.startsWith(month))
  return putParts(table, { key: keys.logMonth(companyId, month), count: 'days', parts })
}

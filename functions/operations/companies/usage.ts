import { type DailyUsage, mergeUsage, usageDays } from '../../domain/companies/usage'
import { dayMs, formatDate } from '../../domain/time'
import { readApiKeys } from '../../store/companies/key-row'
import { readPeople } from '../../store/companies/person-row'
import type { PrincipalRow } from '../../store/companies/principal-row'
import { addUsage, readUsage } from '../../store/companies/usage-row'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'

type Principal = Pick<PrincipalRow, 'id' | 'company_id'>
type DayOfPrincipal = Pick<PrincipalRow, 'day' | 'day_count' | 'day_refused'>

/**
 * Keeps what is known of days that are over: `before`, as the meter has handed it back, and refusals of a day before
 * that were told `late`. A call that fails costs a figure, and no limit: the request goes on.
 */
export async function keepUsage(
  table: Table,
  { id, company_id }: Principal,
  { before, late }: { before: DayOfPrincipal | null; late: { day: number; count: number } | null },
): Promise<void> {
  const parts = [
    ...(before && before.day_count > 0 ? [toUsage(id, before)] : []),
    ...(late ? [{ id, date: formatDate(late.day * dayMs), requests: 0, refused: late.count }] : []),
  ]
  for (const part of mergeUsage(parts)) await addUsage(table, company_id, part).catch(() => {})
}

/** Of the last `days` UTC days, with today: by date and id. Today's refusals are told late. */
export async function listUsage({ table, caller }: Context, { days }: { days: number }): Promise<DailyUsage[]> {
  const today = Math.floor(table.now() / dayMs)
  const first = today - Math.min(days, usageDays) + 1
  const [kept, keys, people] = await Promise.all([
    readUsage(table, caller.companyId, formatDate(first * dayMs)),
    readApiKeys(table, caller.companyId),
    readPeople(table, caller.companyId),
  ])
  const current = [...keys, ...people].filter(({ day, day_count }) => day >= first && day_count > 0)
  return mergeUsage([...kept, ...current.map((row) => toUsage(row.id, row))])
}

/** That of the last day on which there was a request, as far as it is known. */
export function toUsage(id: string, { day, day_count, day_refused = 0 }: DayOfPrincipal): DailyUsage {
  return { date: formatDate(day * dayMs), id, requests: day_count, refused: day_refused }
}

import { type DailyUsage, mergeUsage, usageDays } from '../../domain/companies/usage'
import { dayMs, formatDate } from '../../domain/time'
import type { PrincipalRow } from '../../store/companies/principal-row'
import { findPrincipals } from '../../store/companies/principals'
import { addUsage, openDay, readUsage } from '../../store/companies/usage-row'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'

type DayOfPrincipal = Pick<PrincipalRow, 'day' | 'day_count' | 'day_refused'>

/**
 * Keeps what is known of days that are over: `before`, as the meter has handed it back, and refusals of a day before
 * that were told `late`; and marks the day that is `opened`. A call that fails costs a figure, and no limit: the
 * request goes on.
 */
export async function keepUsage(
  table: Table,
  { id, company_id }: Pick<PrincipalRow, 'id' | 'company_id'>,
  { before, late, opened = null }: Days,
): Promise<void> {
  const parts = [
    ...(before && before.day_count > 0 ? [toUsage(id, before)] : []),
    ...(late ? [{ id, date: formatDate(late.day * dayMs), requests: 0, refused: late.count }] : []),
  ]
  for (const part of mergeUsage(parts)) await addUsage(table, company_id, part).catch(() => {})
  if (opened) await openDay(table, company_id, { ...opened, id, date: formatDate(opened.day * dayMs) }).catch(() => {})
}

/** `day`: its number since 1970-01-01 UTC. `hash`: by which the key or person is found. */
type Days = {
  before: DayOfPrincipal | null
  late: { day: number; count: number } | null
  opened?: { day: number; hash: string } | null
}

/** Of the last `days` UTC days, with today: by date and id. Today's refusals are told late. */
export async function listUsage({ table, caller }: Context, { days }: { days: number }): Promise<DailyUsage[]> {
  const today = Math.floor(table.now() / dayMs)
  const first = today - Math.min(days, usageDays) + 1
  const kept = await readUsage(table, caller.companyId, formatDate(first * dayMs))
  const hashes = [...new Set(kept.flatMap(({ hash }) => hash ?? []))]
  // A person may be at another company by now, under the same hash.
  const own = (await findPrincipals(table, hashes)).filter(({ company_id }) => company_id === caller.companyId)
  const current = own.filter(({ day, day_count }) => day >= first && day_count > 0)
  const all = mergeUsage([...kept, ...current.map((row) => toUsage(row.id, row))])
  return all.filter(({ requests, refused }) => requests + refused > 0)
}

/** That of the last day on which there was a request, as far as it is known. */
export function toUsage(id: string, { day, day_count, day_refused = 0 }: DayOfPrincipal): DailyUsage {
  return { date: formatDate(day * dayMs), id, requests: day_count, refused: day_refused }
}

import { readDailyCounts } from '../../catalogue/log/daily-counts'
import { formatDay, getZoneName } from '../../domain/companies/time-zone'
import { type MovementType, movementTypes } from '../../domain/stock/movement'
import { dayMs, formatDate } from '../../domain/time'
import type { Context } from '../context'

/** How many movements there were, and the units that came in and went out. */
type Sum = { movements: number; units_in: number; units_out: number }
/** Of the movements of a type on a day of the company (`2026-03-14`). */
export type DailyMovements = Sum & { date: string; type: MovementType }

/** Of the last `days` days of the company, with today, oldest first. */
export async function listDailyStock(
  { table, caller }: Context,
  { days }: { days: number },
): Promise<{ time_zone: string; data: DailyMovements[] }> {
  const today = formatDay(table.now(), caller.timeZone)
  const first = Date.parse(today) / dayMs - days + 1
  // A day of the company begins at most one day before that of UTC.
  const daily = await readDailyCounts(table, caller.companyId, first - 1)
  const sums = new Map<string, Sum>()
  const dates = new Set<string>()
  for (const [day, counts] of daily)
    for (const { type, business_date: date = formatDate(day * dayMs), ...sum } of counts.listMovements()) {
      dates.add(date)
      sums.set(`${date} ${type}`, addUp(sums.get(`${date} ${type}`) ?? none, sum))
    }
  const known = [...dates].filter((date) => date >= formatDate(first * dayMs) && date <= today).sort()
  const data = known.flatMap((date) =>
    movementTypes.flatMap((type) => {
      const sum = sums.get(`${date} ${type}`)
      return sum ? { date, type, ...sum } : []
    }),
  )
  return { time_zone: getZoneName(caller.timeZone), data }
}

const none: Sum = { movements: 0, units_in: 0, units_out: 0 }

/** A day of the company may lie in two days of UTC. */
function addUp(a: Sum, b: Sum): Sum {
  return {
    movements: a.movements + b.movements,
    units_in: a.units_in + b.units_in,
    units_out: a.units_out + b.units_out,
  }
}

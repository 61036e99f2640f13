import { readDailyCounts } from '../../catalogue/log/daily-counts'
import { formatDay, getZoneName } from '../../domain/companies/time-zone'
import { type MovementType, movementTypes } from '../../domain/stock/movement'
import { dayMs, formatDate } from '../../domain/time'
import type { Context } from '../context'

/** Of the movements of a type on a day of the company (`2026-03-14`): how many, and the units in and out. */
export type DailyMovements = {
  date: string
  type: MovementType
  movements: number
  units_in: number
  units_out: number
}

/** Of the last `days` days of the company, with today, oldest first. */
export async function listDailyStock(
  { table, caller }: Context,
  { days }: { days: number },
): Promise<{ time_zone: string; data: DailyMovements[] }> {
  const today = formatDay(table.now(), caller.timeZone)
  const first = Date.parse(today) / dayMs - days + 1
  // A day of the company begins at most one day before that of UTC.
  const daily = await readDailyCounts(table, caller.companyId, first - 1)
  const moved = [...daily].flatMap(([day, counts]) =>
    counts
      .listMovements()
      .map(({ business_date = formatDate(day * dayMs), ...sum }) => ({ ...sum, date: business_date })),
  )
  const dates = [...new Set(moved.map(({ date }) => date))].filter(
    (date) => date >= formatDate(first * dayMs) && date <= today,
  )
  const data = dates.sort().flatMap((date) =>
    movementTypes.flatMap((type) =>
      addUp(
        date,
        type,
        moved.filter((sum) => sum.date === date && sum.type === type),
      ),
    ),
  )
  return { time_zone: getZoneName(caller.timeZone), data }
}

function addUp(date: string, type: MovementType, sums: Omit<DailyMovements, 'date' | 'type'>[]): DailyMovements[] {
  if (sums.length === 0) return []
  const sum = (name: keyof (typeof sums)[number]) => sums.reduce((total, each) => total + each[name], 0)
  return [{ date, type, movements: sum('movements'), units_in: sum('units_in'), units_out: sum('units_out') }]
}

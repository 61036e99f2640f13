import { readDailyCounts } from '../../catalogue/log/daily-counts'
import { type MovementType, movementTypes } from '../../domain/stock/movement'
import { dayMs, formatDate } from '../../domain/time'
import type { Context } from '../context'

/** Of the movements of a type on a UTC day (`2026-03-14`): how many, and the units that came in and went out. */
export type DailyMovements = {
  date: string
  type: MovementType
  movements: number
  units_in: number
  units_out: number
}

/** Of the last `days` UTC days, with today, oldest first. */
export async function listDailyStock(
  { table, caller }: Context,
  { days }: { days: number },
): Promise<DailyMovements[]> {
  const today = Math.floor(table.now() / dayMs)
  const daily = await readDailyCounts(table, caller.companyId, today - days + 1)
  const known = [...daily].filter(([day]) => day <= today).sort(([a], [b]) => a - b)
  return known.flatMap(([day, counts]) =>
    movementTypes
      .filter((type) => type in counts.units)
      .map((type) => {
        const [units_in, units_out] = counts.units[type] ?? [0, 0]
        return { date: formatDate(day * dayMs), type, movements: counts.sum({ type }), units_in, units_out }
      }),
  )
}

import { chooseRetryAfter, computeWork, minRows, takeTime, WriteRateRefusal } from '../../domain/companies/write-rate'
import { tryTakeTime } from '../../store/companies/write-rate-row'
import type { Context } from '../context'

/**
 * A request that is about to write many log rows takes their units, which `weigh` counts for each row. It must have
 * written nothing before. Refused with `resource_busy` where they do not fit yet. Costs one write unit, and another one
 * while the log has work.
 */
export async function keepWriteRate<Row>(
  { table, caller }: Pick<Context, 'table' | 'caller'>,
  rows: Row[],
  weigh: (row: Row) => number,
): Promise<void> {
  if (rows.length < minRows) return
  const units = rows.reduce((sum, row) => sum + weigh(row), 0)
  const now = table.now()
  const workMs = computeWork(units)
  let busyUntil: number | null = null
  while (takeTime(busyUntil, workMs, now) !== null) {
    const idle: boolean = busyUntil === null || busyUntil <= now
    const outcome = await tryTakeTime(table, caller.companyId, { workMs, now, idle })
    if (outcome.taken) return
    busyUntil = outcome.busyUntil
  }
  throw new WriteRateRefusal(units, chooseRetryAfter(busyUntil ?? now, now))
}

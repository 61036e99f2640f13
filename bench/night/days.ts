import { computeLastFinalDay } from '../../functions/catalogue/log/final-days'

/** Days since 1970-01-01 UTC: on which companies were created and stocked, and the last one that a night counts now. */
export type SeededDays = { stocked: number; last: number }

/** `now`: epoch milliseconds. */
export function chooseDays(now: number): SeededDays {
  const last = computeLastFinalDay(now)
  return { stocked: last - 6, last }
}

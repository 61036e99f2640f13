import { Refused } from '../errors'
import { dateOf, dayMs } from '../time'

export const planNames = ['starter', 'professional', 'enterprise'] as const
export type Plan = (typeof planNames)[number]

type Limits = {
  perMinute: number
  perDay: number | null
  auditDays: number
  snapshotsPerDay: number
  snapshotDays: number
  restoresPerDay: number
}

/**
 * The plans: how many requests each of a company's keys may make (`perDay: null` is unlimited), for how many days back the audit
 * log is shown (seven years with their leap days), how many snapshots may be taken on a UTC day, for how many days they are kept, and
 * how many may be restored on a day.
 */
export const plans = {
  starter: {
    perMinute: 60,
    perDay: 10_000,
    auditDays: 30,
    snapshotsPerDay: 1,
    snapshotDays: 7,
    restoresPerDay: 1,
  },
  professional: {
    perMinute: 300,
    perDay: 100_000,
    auditDays: 365,
    snapshotsPerDay: 4,
    snapshotDays: 30,
    restoresPerDay: 4,
  },
  enterprise: {
    perMinute: 1_000,
    perDay: null,
    auditDays: 7 * 365 + 2,
    snapshotsPerDay: 24,
    snapshotDays: 90,
    restoresPerDay: 24,
  },
} as const satisfies Record<Plan, Limits>

/** Where the audit log that a plan shows begins: whole UTC days before today (epoch milliseconds). */
export function auditStart(plan: Plan, now: number): number {
  return (Math.floor(now / dayMs) - plans[plan].auditDays) * dayMs
}

/** When a log row that moved no stock may go: once no plan shows it (epoch milliseconds). */
export function auditEnd(at: number): number {
  return (Math.floor(at / dayMs) + plans.enterprise.auditDays + 1) * dayMs
}

/** What a plan allows so many times on a UTC day. */
export type DailyQuota = 'snapshots' | 'restores'
/** How much of a quota was used, on the last day on which any was (`2026-03-14`). */
export type Usage = { day: string; count: number }

/** The usage with one more at `now`. Refused with `plan_limit_reached` where the plan does not allow it. */
export function oneMore(plan: Plan, quota: DailyQuota, used: Usage | null, now: number): Usage {
  const day = dateOf(now)
  const count = used?.day === day ? used.count : 0
  const limit = plans[plan][`${quota}PerDay`]
  if (count < limit) return { day, count: count + 1 }
  const next = new Date((Math.floor(now / dayMs) + 1) * dayMs).toISOString()
  const allowed = limit === 1 ? `1 ${quota.slice(0, -1)}` : `${limit} ${quota}`
  throw new Refused(
    'plan_limit_reached',
    `The plan '${plan}' allows ${allowed} a day. The next is possible from ${next} on.`,
  )
}

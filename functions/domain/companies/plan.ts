import { Refusal } from '../errors'
import { dayMs, formatDate } from '../time'

export const planNames = ['starter', 'professional', 'enterprise'] as const
export type Plan = (typeof planNames)[number]

type Limits = {
  perMinute: number
  perDay: number | null
  auditDays: number
  people: number
  snapshotsPerDay: number
  snapshotDays: number
  restoresPerDay: number
}

/**
 * `perMinute`, `perDay`: requests of each key, null is unlimited. `snapshotsPerDay`, `restoresPerDay`: on a UTC day.
 * `snapshotDays`: how long a snapshot is kept. `auditDays`: how far the audit log goes back (enterprise: seven years
 * with their leap days). `people`: with those whose invitation is open.
 */
export const plans = {
  starter: {
    perMinute: 60,
    perDay: 10_000,
    auditDays: 30,
    people: 25,
    snapshotsPerDay: 1,
    snapshotDays: 7,
    restoresPerDay: 1,
  },
  professional: {
    perMinute: 300,
    perDay: 100_000,
    auditDays: 365,
    people: 250,
    snapshotsPerDay: 4,
    snapshotDays: 30,
    restoresPerDay: 4,
  },
  enterprise: {
    perMinute: 1_000,
    perDay: null,
    auditDays: 7 * 365 + 2,
    people: 2_500,
    snapshotsPerDay: 24,
    snapshotDays: 90,
    restoresPerDay: 24,
  },
} as const satisfies Record<Plan, Limits>

/** `auditDays` whole UTC days before today. */
export function computeAuditStart(plan: Plan, now: number): number {
  return (Math.floor(now / dayMs) - plans[plan].auditDays) * dayMs
}

/** From then on, no plan shows a log row stamped `at`. It can expire if it moved no stock. */
export function computeAuditEnd(at: number): number {
  return (Math.floor(at / dayMs) + plans.enterprise.auditDays + 1) * dayMs
}

/** What a plan limits on each UTC day. */
export const dailyQuotas = ['snapshots', 'restores'] as const
export type DailyQuota = (typeof dailyQuotas)[number]
/** `day`: the last UTC day with any usage (`2026-03-14`). */
export type QuotaUsage = { day: string; count: number }

/** How many are left of the UTC day. */
export function countLeft(plan: Plan, quota: DailyQuota, used: QuotaUsage | null, now: number): number {
  return Math.max(0, plans[plan][`${quota}PerDay`] - (used?.day === formatDate(now) ? used.count : 0))
}

/** Refused with `plan_limit_reached`. */
export function countOneMore(plan: Plan, quota: DailyQuota, used: QuotaUsage | null, now: number): QuotaUsage {
  const day = formatDate(now)
  const count = used?.day === day ? used.count : 0
  const limit = plans[plan][`${quota}PerDay`]
  if (count < limit) return { day, count: count + 1 }
  const next = new Date((Math.floor(now / dayMs) + 1) * dayMs).toISOString()
  const allowance = limit === 1 ? `1 ${quota.slice(0, -1)}` : `${limit} ${quota}`
  throw new Refusal(
    'plan_limit_reached',
    `The plan '${plan}' allows ${allowance} a day. The next is possible from ${next} on.`,
  )
}

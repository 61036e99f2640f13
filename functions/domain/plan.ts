const dayMs = 86_400_000

/**
 * The plans: how many requests each of a company's keys may make (`perDay: null` is unlimited), and for how many days back the
 * audit log is shown. Seven years are counted with their leap days.
 */
export const plans = {
  starter: { perMinute: 60, perDay: 10_000, auditDays: 30 },
  professional: { perMinute: 300, perDay: 100_000, auditDays: 365 },
  enterprise: { perMinute: 1_000, perDay: null, auditDays: 7 * 365 + 2 },
} as const satisfies Record<string, { perMinute: number; perDay: number | null; auditDays: number }>

export type Plan = keyof typeof plans

export const planNames = Object.keys(plans) as Plan[]

/** Where the audit log that a plan shows begins: whole UTC days before today (epoch milliseconds). */
export function auditStart(plan: Plan, now: number): number {
  return (Math.floor(now / dayMs) - plans[plan].auditDays) * dayMs
}

/** When a log row that moved no stock may go: once no plan shows it (epoch milliseconds). */
export function auditEnd(at: number): number {
  return (Math.floor(at / dayMs) + plans.enterprise.auditDays + 1) * dayMs
}

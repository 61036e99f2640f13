/** The plans, and how many requests each of a company's keys may make. `perDay: null` is unlimited. */
export const plans = {
  starter: { perMinute: 60, perDay: 10_000 },
  professional: { perMinute: 300, perDay: 100_000 },
  enterprise: { perMinute: 1_000, perDay: null },
} as const satisfies Record<string, { perMinute: number; perDay: number | null }>

export type Plan = keyof typeof plans

export const planNames = Object.keys(plans) as Plan[]

import { dayMs } from '../time'
import { type Plan, plans } from './plan'

const minuteMs = 60_000

/** Numbers of UTC minutes and days since 1970-01-01. */
export type Windows = { minute: number; day: number }

/** Without `day_limit`, the day is unlimited. */
export type KeyUsage = Windows & {
  minute_limit: number
  day_limit?: number | undefined
  minute_count: number
  day_count: number
}

export function getLimits(plan: Plan): Pick<KeyUsage, 'minute_limit' | 'day_limit'> & { plan: Plan } {
  return { plan, minute_limit: plans[plan].perMinute, day_limit: plans[plan].perDay ?? undefined }
}

/** `resetSeconds`: the end of the window, in epoch seconds. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export function computeWindows(now: number): Windows {
  return { minute: Math.floor(now / minuteMs), day: Math.floor(now / dayMs) }
}

/** A clock that is behind counts in the window that another clock has opened. */
export function chooseLaterWindows(a: Windows, b: Windows): Windows {
  return { minute: Math.max(a.minute, b.minute), day: Math.max(a.day, b.day) }
}

/** A new window starts with a count of 0. */
export function moveUsage(usage: KeyUsage, to: Windows): KeyUsage {
  return {
    ...usage,
    ...to,
    minute_count: usage.minute === to.minute ? usage.minute_count : 0,
    day_count: usage.day === to.day ? usage.day_count : 0,
  }
}

/** In seconds, until the window ends. `now`: epoch milliseconds. */
export function computeRetryAfter({ resetSeconds }: Allowance, now: number): number {
  return Math.max(1, Math.ceil(resetSeconds - now / 1_000))
}

/** That of the day if it has less left, or nothing. A count above the limit, after a plan change, leaves 0. */
export function computeAllowance(usage: KeyUsage): Allowance {
  const minute = {
    limit: usage.minute_limit,
    remaining: Math.max(0, usage.minute_limit - usage.minute_count),
    resetSeconds: (usage.minute + 1) * 60,
  }
  const { day_limit: limit = Number.POSITIVE_INFINITY } = usage
  const day = { limit, remaining: Math.max(0, limit - usage.day_count), resetSeconds: (usage.day + 1) * 86_400 }
  return day.remaining < minute.remaining || day.remaining === 0 ? day : minute
}

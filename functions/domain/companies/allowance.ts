import { dayMs } from '../time'
import { type Plan, plans } from './plan'

const minuteMs = 60_000

/** The UTC minute and day in which requests are counted, by their numbers since 1970. */
export type Windows = { minute: number; day: number }

/** What a key may do in a minute and in a day (undefined is unlimited), and what it has done in the windows that it counts in. */
export type Usage = Windows & {
  minute_limit: number
  day_limit?: number | undefined
  minute_count: number
  day_count: number
}

/** What a plan allows each key. */
export function limitsOf(plan: Plan): Pick<Usage, 'minute_limit' | 'day_limit'> & { plan: Plan } {
  return { plan, minute_limit: plans[plan].perMinute, day_limit: plans[plan].perDay ?? undefined }
}

/** What is left of a key's limit: of the minute, or of the day where that is what is left. `resetSeconds` is UTC epoch seconds. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

/** The windows that `now` (epoch milliseconds) falls into. */
export function windowsAt(now: number): Windows {
  return { minute: Math.floor(now / minuteMs), day: Math.floor(now / dayMs) }
}

/** The later of both: a clock that is behind counts in the window that another one has opened. */
export function laterWindows(a: Windows, b: Windows): Windows {
  return { minute: Math.max(a.minute, b.minute), day: Math.max(a.day, b.day) }
}

/** The usage as it stands once the windows of `to` are open. */
export function usageIn(usage: Usage, to: Windows): Usage {
  return {
    ...usage,
    ...to,
    minute_count: usage.minute === to.minute ? usage.minute_count : 0,
    day_count: usage.day === to.day ? usage.day_count : 0,
  }
}

/** What is left. A plan change can leave a count above its new limit: that is nothing, not less. */
export function allowanceOf(usage: Usage): Allowance {
  const minute = {
    limit: usage.minute_limit,
    remaining: Math.max(0, usage.minute_limit - usage.minute_count),
    resetSeconds: (usage.minute + 1) * 60,
  }
  if (usage.day_limit === undefined) return minute
  const day = {
    limit: usage.day_limit,
    remaining: Math.max(0, usage.day_limit - usage.day_count),
    resetSeconds: (usage.day + 1) * 86_400,
  }
  return day.remaining < minute.remaining || day.remaining === 0 ? day : minute
}

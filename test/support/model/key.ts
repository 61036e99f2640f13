import { plans } from '../../../functions/domain/companies/plan'
import { dayMs } from '../../../functions/domain/time'
import type { Company } from './company'
import { type Expected, refuse } from './rules'

/** One key: how much of its minute and of its day is used. */
export class Key {
  private readonly used = { minute: { number: -1, count: 0 }, day: { number: -1, count: 0 } }

  constructor(readonly company: Company) {}

  /** Counts a request. Null where it is let in. */
  admit(now: number): Expected | null {
    if (this.company.isSuspended) return refuse(403, 'forbidden')
    const { perMinute, perDay } = plans[this.company.plan]
    const [minute, day] = [this.open('minute', now), this.open('day', now)]
    if (minute.count >= perMinute || day.count >= (perDay ?? Number.POSITIVE_INFINITY))
      return refuse(429, 'rate_limited')
    minute.count += 1
    day.count += 1
    return null
  }

  /** As many requests as leave `left`. */
  useUp(window: 'minute' | 'day', now: number, left: number): { number: number; count: number } {
    const { perMinute, perDay } = plans[this.company.plan]
    const used = this.open(window, now)
    used.count = Math.max(used.count, (window === 'minute' ? perMinute : (perDay ?? 0)) - left)
    return used
  }

  private open(window: 'minute' | 'day', now: number): { number: number; count: number } {
    const number = Math.floor(now / (window === 'minute' ? 60_000 : dayMs))
    if (this.used[window].number !== number) this.used[window] = { number, count: 0 }
    return this.used[window]
  }
}

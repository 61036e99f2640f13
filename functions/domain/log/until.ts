import { computeAuditStart, type Plan } from '../companies/plan'
import { Refusal } from '../errors'

/**
 * Refused with `invalid_request` where the end of a range is to come: a list to such an end would miss what happens
 * later, and nobody would notice. Times are in epoch milliseconds.
 */
export function requirePastEnd(until: number | undefined, now: number): void {
  if (until === undefined || until <= now) return
  const clock = new Date(now).toISOString()
  throw new Refusal('invalid_request', `The 'until' field must not be in the future. It is ${clock}.`, 'until')
}

/** What a plan shows of a range of the log: `since` is exclusive. Refused as by `requirePastEnd`. */
export function chooseShownRange(
  plan: Plan,
  { since, until }: { since?: number | undefined; until?: number | undefined },
  now: number,
): { since: number; until: number | undefined } {
  requirePastEnd(until, now)
  const start = computeAuditStart(plan, now) - 1
  return { since: Math.max(start, since ?? start), until }
}

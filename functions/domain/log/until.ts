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

import { Refusal } from '../errors'

// All log rows of a company are in one partition, which takes 1 000 write units a second. Requests of many rows share
// half of them, and keep a write rate: each takes its units from the time of the log, and the next one fits as soon as
// not too much of that is taken ahead. docs/decisions/0053-a-companys-write-rate.md has the reasons.

/** Write units a second. */
export const unitsPerSecond = 500
/** A request that writes fewer log rows keeps no write rate: its share would cost as much as its rows. */
export const minRows = 10
/** How far ahead time may be taken when a request begins, in milliseconds. */
export const maxAheadMs = 1_000
/** Requests that were refused together shall not come back together. In milliseconds. */
const spreadMs = 2_000

/** A request that does not fit yet. It has changed nothing. `units`: what it would have written to the log. */
export class WriteRateRefusal extends Refusal {
  constructor(
    readonly units: number,
    readonly retryAfterSeconds: number,
  ) {
    const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
    super('resource_busy', `Your company writes faster than its log can take. Try again in ${wait}.`)
  }
}

/** In milliseconds: how long the log has to work on the units at this rate. */
export function computeWork(units: number): number {
  return (1_000 * units) / unitsPerSecond
}

/**
 * Until when the time is taken once a request of `workMs` has taken its own, or null where it does not fit yet.
 * `busyUntil`: until when it is taken already, or null for never. Both in epoch milliseconds.
 */
export function takeTime(busyUntil: number | null, workMs: number, now: number): number | null {
  const free = Math.max(busyUntil ?? now, now)
  return free > now + maxAheadMs ? null : free + workMs
}

/** Whole seconds until a request fits, and up to two more. `random`: from 0 to less than 1. */
export function chooseRetryAfter(busyUntil: number, now: number, random = Math.random()): number {
  const waitMs = Math.max(0, busyUntil - now - maxAheadMs)
  return Math.max(1, Math.ceil((waitMs + random * spreadMs) / 1_000))
}

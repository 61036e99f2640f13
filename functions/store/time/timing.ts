// Time limits of the store and of functions, in milliseconds. docs/rooms/requests.md lists them, and
// docs/rooms/lists.md explains those of lists.

/** The send window: the maximum time from the stamp of a database transaction to its last sending. */
export const sendWithinMs = 6_000

/** How long calls of a table may take, by the machine's clock. Tests have longer ones: their machine may be busy. */
export const timeLimits = {
  /** One sending of a call. */
  requestMs: 2_000,
  /** A call that is sent again. Less than sendMs: DynamoDB's own error ends a transaction it has no room for. */
  retryMs: 5_000,
  /** The send window. */
  sendMs: sendWithinMs,
  /** A change that is decided again, because others keep changing the same rows. */
  recomputeMs: 8_000,
}
export type TimeLimits = typeof timeLimits

/** A function of a route runs at most this long: API Gateway waits for 29 s. */
export const routeTimeoutMs = 28_000
/** A list that must read or count much gives up after this. What it has requested or stored, later ones need not. */
export const loadWithinMs = 20_000
/** A function that makes deliveries to webhooks, or sends them, runs at most this long. */
export const deliveryTimeoutMs = 60_000
/** A job runs at most this long: Lambda's maximum. */
export const jobTimeoutMs = 15 * 60_000

/** The clock skew: the maximum difference between the clocks of two functions. This is an assumption. */
export const clockSkewMs = 5_000
/** A difference to the clock of DynamoDB that is reported: well before it reaches the clock skew. */
export const clockDifferenceMs = 2_000
/**
 * The settle window: a log row older than this is settled. Younger rows are read again, from the log itself: the
 * index, from which older rows can be read, lags behind. Must be at least the send window, the clock skew and the
 * long-read interval, for answers that are repeated.
 */
export const settledAfterMs = 15_000

/** The answer window: a change is acknowledged so soon after its stamp. One that takes longer is late. */
export const acknowledgedWithinMs = 1_000
/** The long-read interval: a replica reads all that is not settled again, where it has not done so for so long. */
export const longReadAfterMs = 3_000
/** A late change is acknowledged so much later. There is room for timers that end early, and clocks that drift. */
export const lateWaitMs = longReadAfterMs + 100

/** A time by two clocks of a process: epoch milliseconds, and milliseconds by the monotonic clock. */
export type Moment = { at: number; tick: number }

/** `at`: a stamp that was chosen just now. It may be ahead of the wall clock. */
export function takeMoment(at: number): Moment {
  return { at, tick: performance.now() }
}

/** A time of another process: its monotonic clock is not known. */
export function takeForeignMoment(at: number): Moment {
  return { at, tick: Number.POSITIVE_INFINITY }
}

/** In milliseconds. `now`: by the same wall clock. That one may be set back, and the other may stand while frozen. */
export function measureElapsed({ at, tick }: Moment, now: number): number {
  return Math.max(now - at, performance.now() - tick)
}

/** A time by two clocks of a process: epoch milliseconds, and milliseconds by the monotonic clock. */
export type Moment = { at: number; tick: number }

/** `at`: the time that the wall clock has just told. */
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

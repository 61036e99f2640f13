import {
  acknowledgedWithinMs,
  clockSkewMs,
  longReadAfterMs,
  type Moment,
  measureElapsed,
  settledAfterMs,
  takeMoment,
} from '../../store/time/timing'

/**
 * How far a replica has read the log: docs/rooms/lists.md. Epoch milliseconds by the reader's clock, each before its
 * query.
 */
export type Watermark = {
  /** Before the last read. */
  at: number
  /** Before the last long read. */
  long: Moment
}

/** Of a replica that has all that was committed before `at` and settled then. Its first read is long. */
export function startWatermark(at: number): Watermark {
  return { at, long: { at, tick: Number.NEGATIVE_INFINITY } }
}

/** Reads the log from `since` on. Where all is found, the replica has `watermark`. */
export type Reading = { since: number; watermark: Watermark }

/** From where a replica reads on at `now`. */
export function planReading(watermark: Watermark, now: number): Reading {
  if (measureElapsed(watermark.long, now) >= longReadAfterMs) return planLongReading(watermark, now)
  return { since: watermark.at - acknowledgedWithinMs - clockSkewMs - 1, watermark: { ...watermark, at: now } }
}

export function planLongReading({ long }: Watermark, now: number): Reading {
  return { since: long.at - settledAfterMs - 1, watermark: { at: now, long: takeMoment(now) } }
}

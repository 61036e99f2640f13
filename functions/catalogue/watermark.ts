import { acknowledgedWithinMs, clockSkewMs, longReadAfterMs, settledAfterMs } from '../store/timing'

/**
 * How far a mirror has read the log: docs/architecture.md, "One list". Epoch milliseconds by the reader's clock, each
 * before its query.
 */
export type Watermark = {
  /** Before the last read. */
  at: number
  /** Before the last long read. */
  longAt: number
  /** The same by the monotonic clock, in milliseconds. */
  longTick: number
}

/** Of a mirror that has everything committed before `at`, but for what was not settled then. Its first read is long. */
export function startWatermark(at: number): Watermark {
  return { at, longAt: at, longTick: Number.NEGATIVE_INFINITY }
}

/** Reads the log from `since` on. Where all is found, the mirror has `watermark`. */
export type Reading = { since: number; watermark: Watermark }

/** From where a mirror reads on at `now`. */
export function planReading(watermark: Watermark, now: number): Reading {
  const { at, longAt, longTick } = watermark
  // The wall clock may be set back, and the monotonic one may stand while the process is frozen.
  const elapsed = Math.max(now - longAt, performance.now() - longTick)
  if (elapsed >= longReadAfterMs) return planLongReading(watermark, now)
  return { since: at - acknowledgedWithinMs - clockSkewMs - 1, watermark: { ...watermark, at: now } }
}

export function planLongReading({ longAt }: Watermark, now: number): Reading {
  return { since: longAt - settledAfterMs - 1, watermark: { at: now, longAt: now, longTick: performance.now() } }
}

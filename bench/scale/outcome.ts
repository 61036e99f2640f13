import type { Night } from './night'
import { morning, nextNight, upkeepAt } from './night'

const quarterMs = 15 * 60_000

/** What became of a night. Shares and counts are of companies; a company is done when all its work is. */
export type Outcome = {
  companies: number
  /** From the schedule of the upkeep to its last company, or to where it was given up. */
  hours: number
  doneInQuarter: number
  doneByMorning: number
  neverDone: number
  peakConcurrency: number
  peakReads: number
  peakWrites: number
  reads: number
  writes: number
  throttledHours: number
  dollars: number
}

/** `doneAt`: when each company was done, in milliseconds since the first schedule; Infinity where it was not. */
export function makeOutcome(night: Night, doneAt: Float64Array, peakConcurrency: number): Outcome {
  const { reads, writes } = night
  const last = doneAt.reduce((latest, at) => (Number.isFinite(at) ? Math.max(latest, at) : latest), 0)
  const count = (test: (at: number) => boolean) => doneAt.reduce((sum, at) => sum + (test(at) ? 1 : 0), 0)
  return {
    companies: doneAt.length,
    hours: Math.max(0, last - upkeepAt) / 3_600_000,
    doneInQuarter: count((at) => at <= upkeepAt + quarterMs),
    doneByMorning: count((at) => at <= morning),
    neverDone: count((at) => at > nextNight),
    peakConcurrency,
    peakReads: reads.peak,
    peakWrites: writes.peak,
    reads: reads.total,
    writes: writes.total,
    throttledHours: (reads.throttledMs + writes.throttledMs) / 3_600_000,
    dollars: night.computeDollars(),
  }
}

import { dynamo } from './limits'

const secondMs = 1_000

/**
 * The units that a table or partition gives in each second. Work that needs more than is left goes on in the next
 * second, as a client does that sends again what was throttled. Who begins first is served first.
 */
export class Throughput {
  private used = new Float64Array(1_024)
  peak = 0
  total = 0
  /** How much longer work took. */
  throttledMs = 0

  /** `limitOf`: the units of a second, by the peak of the seconds before. */
  constructor(private readonly limitOf: (second: number, peak: number) => number) {}

  /** Takes `units`, evenly from `startMs` for `ms` at least. Returns when the last one was given. */
  take(startMs: number, ms: number, units: number): number {
    this.total += units
    const rate = units / Math.max(1, ms)
    let [now, left] = [startMs, units]
    while (left > 1e-9) {
      const second = Math.floor(now / secondMs)
      const restMs = (second + 1) * secondMs - now
      const given = Math.min(left, rate * restMs, this.getLeft(second))
      this.add(second, given)
      left -= given
      now = left > 1e-9 ? (second + 1) * secondMs : now + given / rate
    }
    const end = Math.max(now, startMs + ms)
    this.throttledMs += end - startMs - ms
    return end
  }

  private getLeft(second: number): number {
    return Math.max(0, this.limitOf(second, this.peak) - (this.used[second] ?? 0))
  }

  private add(second: number, units: number): void {
    if (second >= this.used.length) {
      const longer = new Float64Array(2 * (second + 1))
      longer.set(this.used)
      this.used = longer
    }
    const sum = (this.used[second] ?? 0) + units
    this.used[second] = sum
    this.peak = Math.max(this.peak, sum)
  }
}

/** A table on demand that nobody has used before: after half an hour, it gives twice the peak that it had. */
export function makeTable(kind: 'reads' | 'writes'): Throughput {
  let [window, limit]: [number, number] = [0, dynamo.table[kind]]
  return new Throughput((second, peak) => {
    const current = Math.floor((second * secondMs) / dynamo.doublingMs)
    if (current > window) {
      limit = Math.min(dynamo.quota, Math.max(limit, 2 * peak))
      window = current
    }
    return limit
  })
}

export const makePartition = (kind: 'reads' | 'writes') => new Throughput(() => dynamo.partition[kind])

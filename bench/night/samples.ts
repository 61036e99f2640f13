import type { Sample } from './traffic'

export type Times = { count: number; failed: number; p50: number; p99: number }

/** In milliseconds: at least this share of the samples took no longer. 0 where there is none. */
export function findRank(samples: Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export function summarize(samples: Sample[]): Times {
  return {
    count: samples.length,
    failed: samples.filter(({ failed }) => failed).length,
    p50: findRank(samples, 0.5),
    p99: findRank(samples, 0.99),
  }
}

/** In milliseconds. `first` is the longest wait after the first try. It doubles with each try, up to `longest`. */
export type Backoff = { first: number; longest: number }

/** In milliseconds, with full jitter: from none to all of it. `tries` counts from 0. */
export function chooseWait(tries: number, { first, longest }: Backoff): number {
  return Math.random() * Math.min(longest, first * 2 ** tries)
}

import { sliceCount } from './slices'

declare global {
  /** True in `npm run test:thorough` (test/thorough.ts), also in one of its slices. */
  var thorough: boolean | undefined
  /** The number of the slice that runs, from 0, or undefined. */
  var slice: number | undefined
}

/** `quick` in `npm test`. Every test that has a choice runs again with `thorough`: `npm run test:thorough`. */
export function chooseSize<Size>(choice: { quick: Size; thorough: Size }): Size {
  return globalThis.thorough ? choice.thorough : choice.quick
}

/** How often a test that is `inEverySlice` does the same with other random values. `slice`: by default its part. */
export function chooseRuns(runs: { quick?: number; slice?: number; thorough: number }): number {
  const { quick = 0, slice, thorough } = runs
  if (globalThis.slice !== undefined) return slice ?? Math.ceil(thorough / sliceCount)
  return chooseSize({ quick, thorough })
}

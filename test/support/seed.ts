import { sliceCount } from './slices'

/**
 * The value of `SEED`; else random in the thorough run, which explores, and fixed in `npm test` and in a slice, which
 * are the same every time. It is printed, so that a failure can be repeated: `SEED=1234 npx jest test/domain/stock`.
 */
export function chooseSeed(): number {
  const chosen = Number(process.env.SEED ?? (explores() ? Math.floor(Math.random() * 0x7fffffff) : fixedSeed()))
  const { currentTestName, testPath } = expect.getState()
  process.stderr.write(`${currentTestName ?? testPath}: SEED=${chosen}\n`)
  return chosen
}

export function explores(): boolean {
  return globalThis.thorough === true && globalThis.slice === undefined
}

/** Each slice has its own. */
export function fixedSeed(): number {
  return globalThis.slice ?? sliceCount
}

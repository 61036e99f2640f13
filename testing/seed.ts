/**
 * The seed of a test that plays dice, as fast-check takes it: random, or what `SEED` says. It is printed, so that a failure can be played
 * again: `SEED=1234 npx jest test/operations/stock`.
 */
export function seed(): number {
  const chosen = Number(process.env.SEED ?? Math.floor(Math.random() * 0x7fffffff))
  process.stderr.write(`${expect.getState().currentTestName}: SEED=${chosen}\n`)
  return chosen
}

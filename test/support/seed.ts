/**
 * Random, or the value of `SEED`. It is printed, so that a failure can be repeated: `SEED=1234 npx jest
 * test/operations/stock`.
 */
export function chooseSeed(): number {
  const chosen = Number(process.env.SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const { currentTestName, testPath } = expect.getState()
  process.stderr.write(`${currentTestName ?? testPath}: SEED=${chosen}\n`)
  return chosen
}

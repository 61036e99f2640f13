const { default: runCircus } = require('jest-circus/runner')

// Runs test files for Stryker as jest-circus does, but no more of them than a mutant needs. Stryker runs every file
// that imports the mutated one, and all of it, even after a test has failed. (It demands `jest-circus` in the name.)

/** The mutant that a test has failed for, and the one whose endless loops are bounded. */
let killed
let bounded
/** The names of each file's tests, learned when it was first loaded: loading takes longer than most tests. */
const testNames = new Map()

module.exports = async function runNeededTests(...args) {
  const [{ testNamePattern }, , environment, , path] = args
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__
  const isDead = () => mutant !== undefined && killed === mutant
  const isCovering = (name) => new RegExp(testNamePattern).test(name)
  const isNeeded = !testNamePattern || !testNames.has(path) || testNames.get(path).some(isCovering)
  if (isDead() || !isNeeded) return makeResult(path, 'pending', [])
  if (bounded !== mutant) boundLoops(environment.global.__stryker__)
  bounded = mutant
  const { handleTestEvent } = environment
  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'test_start' && isDead()) event.test.mode = 'skip'
    await handleTestEvent?.call(environment, event, state)
    if (event.name === 'test_done' && event.test.errors.length > 0) killed = mutant
  }
  const result = await runCircus(...args).catch((error) => ({ testExecError: error }))
  if (result.testExecError && mutant === undefined) throw result.testExecError
  if (result.testExecError) {
    killed = mutant // the file cannot even be loaded: Stryker would not count that
    return makeResult(path, 'failed', [String(result.testExecError.stack ?? result.testExecError.message)])
  }
  if (!testNames.has(path))
    testNames.set(
      path,
      result.testResults.map(({ fullName }) => fullName),
    )
  return result
}

/** Stryker ends a loop once it ran 100 times as often as in all tests without a mutant. A long one is ended earlier. */
function boundLoops(context) {
  if (context?.hitLimit > 1_000_000) context.hitLimit = Math.max(1_000_000, context.hitLimit / 50)
}

/** Of one test: jest takes a file without any for an error. */
function makeResult(testFilePath, status, failureMessages) {
  const none = { ancestorTitles: [], failureDetails: [], numPassingAsserts: 0, duration: null, invocations: 0 }
  return {
    testFilePath,
    testResults: [{ ...none, title: 'loads', fullName: 'loads', status, failureMessages, location: null }],
    skipped: status === 'pending',
    numPassingTests: 0,
    numFailingTests: status === 'failed' ? 1 : 0,
    numPendingTests: status === 'pending' ? 1 : 0,
    numTodoTests: 0,
    openHandles: [],
    leaks: false,
    perfStats: { start: 0, end: 0, runtime: 0, slow: false },
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  }
}

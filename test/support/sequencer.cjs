const { statSync } = require('node:fs')

/** jest's sequencer: the largest test files first, whatever an earlier run has taken. The order is always the same. */
module.exports = class {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]))
    return [...tests].sort((a, b) => sizes.get(b.path) - sizes.get(a.path) || (a.path < b.path ? -1 : 1))
  }

  allFailedTests(tests) {
    return tests
  }

  cacheResults() {}
}

const { readFileSync } = require('node:fs')

/** A test that may take ten minutes or more. */
const isLong = /\b(?:\d_\d{3}|[6-9]\d{2})_000,?\n\)/

/** jest's sequencer: files with long tests first, then the largest ones, whatever an earlier run has taken. */
module.exports = class {
  sort(tests) {
    const ranks = new Map(tests.map(({ path }) => [path, rank(readFileSync(path, 'utf8'))]))
    return [...tests].sort((a, b) => ranks.get(b.path) - ranks.get(a.path) || (a.path < b.path ? -1 : 1))
  }

  allFailedTests(tests) {
    return tests
  }

  cacheResults() {}
}

function rank(text) {
  return (isLong.test(text) ? 1e6 : 0) + text.length
}

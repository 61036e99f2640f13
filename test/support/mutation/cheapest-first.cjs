const { readFileSync } = require('node:fs')

/** Most mutants die by a test without I/O. Then come files that start an engine, last the stories and rehearsals. */
module.exports = class CheapestFirst {
  sort(tests) {
    return tests
      .map((test) => ({ test, rank: rankFile(test.path) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ test }) => test)
  }

  cacheResults() {}
}

function rankFile(path) {
  const source = readFileSync(path, 'utf8')
  return /chooseSize\(|rehearse\(/.test(source) ? 2 : /startTestTable\(|useTable\(/.test(source) ? 1 : 0
}

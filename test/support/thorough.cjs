const { readFileSync } = require('node:fs')

/** jest's filter of `npm run test:thorough`: the test files that choose their size, have rehearsals, or are one. */
module.exports = async (files) => ({
  filtered: files.filter(
    (file) =>
      file.endsWith('.rehearsal.test.ts') ||
      /\b(chooseSize|chooseRuns|chooseCases|rehearse)\b/.test(readFileSync(file, 'utf8')),
  ),
})

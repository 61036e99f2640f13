const { readFileSync } = require('node:fs')

/** jest's filter of `npm run test:thorough`: the test files that choose their size, or have rehearsals. */
module.exports = async (files) => ({
  filtered: files.filter((file) => /\b(chooseSize|chooseCases|rehearse)\b/.test(readFileSync(file, 'utf8'))),
})

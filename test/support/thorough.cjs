const { readFileSync } = require('node:fs')

/** jest's filter of `npm run test:thorough`: the test files that choose their size. */
module.exports = async (files) => ({
  filtered: files.filter((file) => readFileSync(file, 'utf8').includes('chooseSize(')),
})

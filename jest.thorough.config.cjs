const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const config = require('./jest.config.cjs')

/** The test files that choose their size. */
const sized = readdirSync(join(__dirname, 'test'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => readFileSync(join(__dirname, 'test', name), 'utf8').includes('chooseSize('))

/** @type {import('jest').Config} */
module.exports = {
  ...config,
  testMatch: sized.map((name) => `<rootDir>/test/${name.replaceAll('\\', '/')}`),
  globals: { thorough: true },
}

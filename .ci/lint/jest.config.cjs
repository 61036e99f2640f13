const { jest } = require('../../package.json')

/** `npm run check`: what must hold of documents and workflows. It needs no build. */
module.exports = {
  rootDir: '../..',
  testMatch: ['<rootDir>/.ci/lint/*.test.ts'],
  transform: jest.transform,
  modulePathIgnorePatterns: jest.modulePathIgnorePatterns,
}

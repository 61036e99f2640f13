import { fileURLToPath } from 'node:url'

// A score must be repeatable: the property tests get one seed. (Stryker’s processes inherit the environment.)
process.env.SEED ??= '20260314'

/** Where the text of a message stands among the arguments of what is called. Its code, field and row are no text. */
const textArguments = {
  ...{ Error: 0, RangeError: 0, DamageError: 0, FormatError: 0 },
  ...{ Refusal: 1, RowRefusal: 3, makePartRefusal: 2, makeReversalRefusal: 0 },
}

/** Leaves out the literals of messages: what a message says is for people, and free to change. */
const messageTexts = {
  shouldIgnore(path) {
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return
    const text = path.find(({ key, listKey, parent, parentPath }) => {
      if (parentPath?.isVariableDeclarator()) return parent.id.name === 'message'
      return listKey === 'arguments' && textArguments[parent.callee.name] === key
    })
    if (text) return 'the text of a message'
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'message-texts', value: messageTexts }]

/** A mutant must die by a test of its own folder: what only a test of a layer above notices counts as not tested. */
export function configureMutation(folder) {
  return {
    mutate: [`functions/${folder}/**/*.ts`],
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', fileURLToPath(import.meta.url)],
    ignorers: ['message-texts'],
    jest: {
      config: {
        testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
        globalSetup: null, // it would run for each mutant
        globalTeardown: null,
        testTimeout: 20_000, // a mutant may wait for ever
        globals: { rehearses: true },
        testEnvironment: './test/support/environment.ts', // a path that Stryker understands
        testRunner: '<rootDir>/test/support/mutation/jest-circus-bail.cjs',
        testSequencer: '<rootDir>/test/support/mutation/cheapest-first.cjs',
      },
    },
    testRunnerNodeArgs: ['--import', 'tsx'], // Stryker loads the environment without jest
    coverageAnalysis: 'perTest',
    timeoutMS: 30_000, // not so short that a busy machine makes a mutant look dead
    // TypeScript 7 has no compiler API: Stryker must neither rewrite tsconfig.json nor check types.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    concurrency: 2,
    thresholds: { high: 100, low: 92, break: 92 },
    tempDirName: `dist/mutation/${folder}`,
    ignorePatterns: ['dist/functions', 'dist/mutation', '.local'],
    reporters: ['clear-text', 'json', 'html'],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `dist/mutation/${folder}.json` },
    htmlReporter: { fileName: `dist/mutation/${folder}.html` },
  }
}

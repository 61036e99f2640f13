process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/testing/synthesize.ts',
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  modulePathIgnorePatterns: ['<rootDir>/dist/client'],
  testEnvironment: '<rootDir>/testing/environment.ts',
  testTimeout: 60_000,
  maxWorkers: 2,
}

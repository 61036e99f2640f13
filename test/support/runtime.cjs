const { dirname } = require('node:path')
const { Script } = require('node:vm')
const { default: Runtime } = require('jest-runtime')

/** Not zod: plain objects of two contexts have two prototypes, and to `isDeepStrictEqual` are not the same. */
const shared = /^(?:@aws-sdk\/(?:client|lib|util)-|aws-cdk-lib|cdk-nag|constructs|fast-check)/
const compiled = new Map()

/**
 * jest loads all code anew into a context of each test file, where it is never warm. With this runtime, the files of a
 * process share large packages without state, and compile the rest once. `environment.ts` gives both sides one Error.
 */
module.exports = class SharingRuntime extends Runtime {
  constructor(...options) {
    super(...options)
    this.executor.compile = (code, filename) => {
      const context = this._environment.getVmContext()
      if (context === null) return null // the file has ended
      const wrapped = `(function (${this.executor.injectedModuleParameters}) {\n${code}\n})`
      if (compiled.get(filename)?.code !== code)
        compiled.set(filename, { code, script: new Script(wrapped, { filename, lineOffset: -1 }) })
      return compiled.get(filename).script.runInContext(context)
    }
  }

  requireModuleOrMock(from, name) {
    if (shared.test(name)) return require(require.resolve(name, { paths: [dirname(from)] }))
    return super.requireModuleOrMock(from, name)
  }
}

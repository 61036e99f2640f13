// Loads one bundle in a process of its own, then has it answer one event. Tells how long each took, in milliseconds.
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { Module } = require('node:module')
const { constants, Script } = require('node:vm')

const [file, format, event] = process.argv.slice(2)

/** As `require` does, but from what V8 made of the file the last time. */
function requireCached(path) {
  const cache = `${path}.cache`
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined
  const script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
    filename: path,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, path, __dirname)
  if (!cachedData) process.once('exit', () => writeFileSync(cache, script.createCachedData()))
  return module.exports
}

async function main() {
  const start = performance.now()
  const loaded = format === 'esm' ? await import(file) : format === 'cached' ? requireCached(file) : require(file)
  const init = performance.now() - start
  const answer = event ? await loaded.handler(JSON.parse(event), { awsRequestId: 'bench' }) : null
  const first = performance.now() - start - init
  process.send({ init, first, status: answer?.statusCode ?? null }, () => process.exit())
}

void main()

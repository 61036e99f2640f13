import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildForDebugger, buildWithMaps, maxGzipBytes } from '../lib/bundling'
import { bundles, functionIds, maps } from '../lib/entries'
import { writeReferencePage } from '../openapi/reference-page/write'

/** `--debug DIR` builds for a debugger, into another folder. */
const { debug } = parseArgs({ options: { debug: { type: 'string' } } }).values
if (debug === undefined)
  build().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
else buildForDebugger(debug)

async function build(): Promise<void> {
  rmSync(bundles, { recursive: true, force: true })
  const dashboard = promisify(execFile)('npm', ['run', '--silent', '--workspace', 'dashboard', 'build'])
  buildWithMaps(bundles, maps)
  writeReferencePage()
  await dashboard // a process of its own, beside the others

  const sizes = functionIds.map((id) => ({ id, bytes: gzipSync(readFileSync(`${bundles}/${id}/index.js`)).length }))
  const [largest = { id: '', bytes: 0 }] = sizes.sort((a, b) => b.bytes - a.bytes)
  const told = `the largest, ${largest.id}, has ${Math.ceil(largest.bytes / 1_000)} KB gzipped`
  console.log(`Built ${functionIds.length} functions; ${told}.`)
  if (largest.bytes > maxGzipBytes) throw new Error(`${told}: ${maxGzipBytes / 1_000} are allowed`)
}

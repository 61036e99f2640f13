import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesize } from '../../local/synthesis'
import { stackContext, synthesized } from './stack'

/** jest's global setup, once for all tests: the stack, and a temporary folder for what they write. */
export default async function setUp(): Promise<void> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true' // Lambda runs a newer Node
  await synthesize({ outdir: synthesized, context: stackContext, report: (text) => process.stderr.write(`${text}\n`) })
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'inventory-tests-'))
}

/** Removes that folder. The run fails where a test has left something in it. */
export function tearDown(): void {
  const folder = process.env.TMPDIR ?? ''
  const caches = /^(tsx-\d+|jiti|node-compile-cache|jest_.*)$/ // of tools, for their next run
  const left = readdirSync(folder).filter((name) => !caches.test(name))
  for (const done of [folder, 'dist/test/apps']) remove(done, 5)
  if (left.length === 0) return
  process.stderr.write(`Tests have left files in the temporary folder: ${left.join(', ')}\n`)
  process.exitCode = 1
}

/** A tool may still write into its cache: then it is emptied again. */
function remove(folder: string, tries: number): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 1 })
  } catch (error) {
    if (tries === 1) throw error
    remove(folder, tries - 1)
  }
}

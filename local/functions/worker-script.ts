import { join } from 'node:path'
import { buildSync } from 'esbuild'

let script: string | undefined

/** The code of a worker thread, in one file of JavaScript: a thread does not load TypeScript. */
export function buildWorkerScript(): string {
  const options = { bundle: true, write: false, platform: 'node', target: 'node20', format: 'cjs' } as const
  script ??= buildSync({ entryPoints: [join(__dirname, 'function-worker.ts')], ...options }).outputFiles[0]?.text ?? ''
  return script
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** All that the build and the synthesis read. npm writes what is installed, also for workspaces, to the last one. */
const inputs = [
  ...['bin', 'functions', 'lib', 'openapi', 'client', 'examples', 'dashboard', 'spreadsheets', 'input'],
  ...['cdk.json', 'cdk.context.json', 'package.json', 'tsconfig.json'],
  join('docs', 'guides'), // part of the OpenAPI document
  join('node_modules', '.package-lock.json'),
]

type Synthesis = {
  outdir: string
  /** The context of the CDK app, as `-c` takes it: `name=value`. */
  context: string[]
  /** Variables for the build and the app. */
  env?: Record<string, string>
  report: (text: string) => void
}

/** Builds and synthesizes the stack, unless nothing that this reads has changed since the last time. */
export async function synthesize({ outdir, context, env = {}, report }: Synthesis): Promise<void> {
  const stamp = join(outdir, 'inputs.sha256')
  const hashInputs = () => [hashFiles(inputs), ...context].join('\n')
  const hash = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true }) // a synthesis that is broken off leaves none
  report('Building and synthesizing the stack …')
  const options = ['--output', outdir, ...context.flatMap((value) => ['-c', value])]
  await run('npm', ['run', '--silent', 'synth', '--', ...options], { env: { ...process.env, ...env } })
  // What was changed meanwhile may be in it or not.
  if (hashInputs() === hash) writeFileSync(stamp, hash)
}

/** Of the names and contents of all files below the paths, and of the version of Node. */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths.flatMap(listFiles)) {
    const content = readFileSync(path)
    hash.update(`\n${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

import { execFile } from 'node:child_process'
import { join, parse } from 'node:path'
import { buildSync } from 'esbuild'

export type Outcome = { status: number; stdout: string; stderr: string }

/** Runs one of the command-line tools to its end, as its npm script does. */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return runNode(['--import', 'tsx', tool, ...args], env)
}

/** The same, from one file that is made of the tool first: for tests that run it often, since that starts in half the time. */
export function runBundledTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return runNode([bundleOf(tool), ...args], env)
}

const bundles = new Map<string, string>()

function bundleOf(tool: string): string {
  const outfile = bundles.get(tool) ?? join('dist/test/tools', `${parse(tool).name}-${process.env.JEST_WORKER_ID}.cjs`)
  if (!bundles.has(tool)) buildSync({ entryPoints: [tool], bundle: true, platform: 'node', format: 'cjs', outfile })
  bundles.set(tool, outfile)
  return outfile
}

function runNode(args: string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

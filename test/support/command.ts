import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

export type Outcome = { status: number; stdout: string; stderr: string }

/** Runs a command-line tool to its end, as its npm script does. */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return runNode(['--import', 'tsx', tool, ...args], env)
}

/** Runs what a person would type. */
export function runShell(command: string, env: Record<string, string> = {}): Promise<Outcome> {
  return run('bash', ['-c', command], env)
}

/** Starts a command-line tool, for tests that end it. */
export function startTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', tool, ...args], { env: { ...process.env, ...env } })
}

/** Bundles the tool on first use. It then starts in half the time, for tests that run it often. */
export function runBundledTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Outcome> {
  return runNode([bundleTool(tool), ...args], env, input)
}

const bundles = new Map<string, string>()

/** The path of the bundle. */
export function bundleTool(tool: string): string {
  const outfile =
    bundles.get(tool) ?? join('dist/test/tools', `${tool.replaceAll('/', '-')}-${process.env.JEST_WORKER_ID}.cjs`)
  if (!bundles.has(tool)) buildSync({ entryPoints: [tool], bundle: true, platform: 'node', format: 'cjs', outfile })
  bundles.set(tool, outfile)
  return outfile
}

function runNode(args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  return run(process.execPath, args, env, input)
}

function run(program: string, args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.on('error', () => {}) // a tool that ends before it has read its input
    child.stdin?.end(input)
  })
}

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { format } from 'node:util'
import { runInventory as runHere } from '../../cli/main'

export type Outcome = { status: number; stdout: string; stderr: string }
type Environment = Record<string, string>

/** What `npx inventory` starts. */
export const inventory = 'cli/inventory.mjs'

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in this process: that saves the start. One after the other, since what it prints, its environment and
 * its exit status are those of the process.
 */
export function runInventory(args: string[], env: Environment = {}): Promise<Outcome> {
  const outcome = last.then(() => capture(args, env))
  last = outcome.catch(() => {})
  return outcome
}

async function capture(args: string[], env: Environment): Promise<Outcome> {
  const { log, error } = console
  const { stdout, stderr, exitCode } = process
  const writes = { stdout: stdout.write, stderr: stderr.write }
  const former = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  const printed = { stdout: '', stderr: '' }
  const keepWrites = (stream: keyof typeof printed) => {
    return (text: unknown, ...rest: unknown[]) => {
      printed[stream] += text
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  }
  const keepLines = (stream: keyof typeof printed) => {
    return (...values: unknown[]) => {
      printed[stream] += `${format(...values)}\n`
    }
  }
  Object.assign(console, { log: keepLines('stdout'), error: keepLines('stderr') })
  stdout.write = keepWrites('stdout')
  stderr.write = keepWrites('stderr')
  Object.assign(process.env, env)
  try {
    await runHere(args)
    return { status: Number(process.exitCode ?? 0), ...printed }
  } finally {
    Object.assign(console, { log, error })
    stdout.write = writes.stdout
    stderr.write = writes.stderr
    process.exitCode = exitCode
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Runs a command in a process of its own, as a person does. */
export function spawnInventory(args: string[], env: Environment = {}, input = ''): Promise<Outcome> {
  return run(process.execPath, [inventory, ...args], env, input)
}

/** Starts a command, for tests that end it. */
export function startInventory(args: string[], env: Environment = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [inventory, ...args], { env: { ...process.env, ...env } })
}

/** Runs another program in TypeScript to its end. */
export function runProgram(path: string, args: string[]): Promise<Outcome> {
  return run(process.execPath, ['--import', 'tsx', path, ...args], {})
}

/** Runs what a person would type. */
export function runShell(command: string, env: Environment = {}): Promise<Outcome> {
  return run('bash', ['-c', command], env)
}

function run(program: string, args: string[], env: Environment, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.on('error', () => {}) // a command that ends before it has read its input
    child.stdin?.end(input)
  })
}

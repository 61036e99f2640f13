import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { format } from 'node:util'
import { runInventory as runHere } from '../../cli/main'
import { writeServiceInfo } from '../../local/service-info'
import { useFolder } from './folder'
import type { TestService } from './service'

export type Outcome = { status: number; stdout: string; stderr: string }
type Environment = Record<string, string>

/** The command has printed a reason, and nothing on stdout. Returns all that it says. Wrong use has the status 2. */
export async function expectRefused(outcome: Promise<Outcome>, reason: string, status = 2): Promise<string> {
  const { status: found, stdout, stderr } = await outcome
  expect([found, stdout, stderr]).toEqual([status, '', expect.stringContaining(reason)])
  return stderr
}

/** What the command prints with `--json`, where all is well. */
export async function readJson(outcome: Promise<Outcome>) {
  const { status, stdout, stderr } = await outcome
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** What lines of JSON say. */
export const parseLines = (text: string) => [...text.matchAll(/.+/g)].map(([line]) => JSON.parse(line))

/**
 * Provides a folder to the tests of a file, with the file by which the commands find the service: `info`. `run` runs a
 * command there, `json` returns what it prints. Commands go by the machine's clock, so the service does, too.
 */
export function useTools(service: TestService) {
  const folder = useFolder()
  const info = join(folder, 'service.json')
  beforeAll(() => writeServiceInfo(info, service))
  beforeEach(() => service.setTime(0))
  const run = (...args: string[]) => runInventory([...args, '--info', info])
  return { folder, info, run, json: (...args: string[]) => readJson(run(...args, '--json')) }
}

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

/** As `runInventory`, at a terminal where somebody types a line. */
export async function runAtTerminal(args: string[], line: string, env: Environment = {}): Promise<Outcome> {
  const terminal = Object.assign(Readable.from([`${line}\n`]), { isTTY: true })
  const spy = jest.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin)
  return runInventory(args, env).finally(() => spy.mockRestore())
}

async function capture(args: string[], env: Environment): Promise<Outcome> {
  const { exitCode } = process
  const former = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  Object.assign(process.env, env)
  try {
    const printed = await keepPrinted(() => runHere(args))
    return { status: Number(process.exitCode ?? 0), ...printed }
  } finally {
    process.exitCode = exitCode
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Returns what is printed meanwhile, which is seen nowhere else. */
async function keepPrinted(work: () => Promise<unknown>): Promise<{ stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).flatMap((stream) => [
    jest.spyOn(console, stream === 'stdout' ? 'log' : 'error').mockImplementation((...values: unknown[]) => {
      printed[stream] += `${format(...values)}\n`
    }),
    jest.spyOn(process[stream], 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
      printed[stream] += text
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }),
  ])
  await work().finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return printed
}

/** Runs a command in a process of its own, as a person does. */
export function spawnInventory(args: string[], env: Environment = {}, input = ''): Promise<Outcome> {
  return run(process.execPath, [inventory, ...args], env, input)
}

/** Starts a command, for tests that end it. `told`: what it prints. `ended`: its status, or the signal. */
export function startInventory(args: string[], env: Environment = {}) {
  const child = spawn(process.execPath, [inventory, ...args], { env: { ...process.env, ...env } })
  const told = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) child[stream].on('data', (text) => (told[stream] += text))
  return { child, told, ended: once(child, 'close') as Promise<[status: number | null, signal: string | null]> }
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

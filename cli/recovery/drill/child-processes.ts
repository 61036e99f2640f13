import { execFile, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

// The drill does everything as an engineer does it: with the commands of this repository.

const run = promisify(execFile)
const checkout = join(__dirname, '../../..')

/** Runs `inventory`, and returns what it has printed. Throws an `Error` with that if it failed. */
export async function runInventory(args: string[], signal: AbortSignal): Promise<string> {
  return runToEnd(process.execPath, ['cli/inventory.mjs', ...args], { name: `inventory ${args[0]}`, signal })
}

/** Builds the functions and synthesizes the stack. `context`: values such as `stage=prod`. */
export async function synthesize(outdir: string, context: string[], signal: AbortSignal): Promise<void> {
  const values = context.flatMap((value) => ['-c', value])
  const args = ['run', '--silent', 'synth', '--', '--output', outdir, ...values]
  await runToEnd('npm', args, { name: 'npm run synth', signal })
}

type Child = { name: string; signal: AbortSignal }

async function runToEnd(program: string, args: string[], { name, signal }: Child): Promise<string> {
  try {
    return (await run(program, args, { signal, cwd: checkout })).stdout
  } catch (error) {
    signal.throwIfAborted()
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error([`${name} has failed`, stdout.trim(), stderr.trim()].filter(Boolean).join('\n'))
  }
}

export type RunningService = {
  baseUrl: string
  endpoint: string
  table: string
  info: string
  stop: () => Promise<void>
}

/** Runs a synthesized app on this machine, as `npm start` does. Its info, data and log are in `folder`. */
export async function startService(app: string, folder: string, signal: AbortSignal): Promise<RunningService> {
  const info = join(folder, 'service.json')
  const options = ['--app', app, '--data', join(folder, 'data'), '--info', info, '--port', '0', '--no-demo']
  // Has its own process group, so that Ctrl-C reaches only us. We end it after our last request.
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/main.ts', ...options], {
    cwd: checkout,
    detached: true,
    stdio,
  })
  const log: string[] = []
  child.stderr.on('data', (text) => log.push(String(text)))
  child.stderr.pipe(createWriteStream(join(folder, 'service.log'), { flags: 'a' }))
  const end = () => child.kill('SIGTERM')
  process.once('exit', end) // a crash of this process must not leave the service running
  const ended = once(child, 'exit')
  const stop = async () => {
    process.removeListener('exit', end)
    end()
    await ended
  }
  try {
    const failed = ended.then(() => Promise.reject(new Error(`The service has ended:\n${log.join('')}`)))
    failed.catch(() => {})
    await Promise.race([waitForWelcome(child.stdout, signal), failed])
    child.stdout.resume()
    const { base_url, dynamodb_endpoint, table } = JSON.parse(readFileSync(info, 'utf8'))
    return { baseUrl: base_url, endpoint: dynamodb_endpoint, table, info, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** It says at last how to end it: then it answers, and has written the file. */
async function waitForWelcome(stdout: Readable, signal: AbortSignal): Promise<void> {
  for await (const [text] of on(stdout, 'data', { signal })) if (String(text).includes('Ctrl-C')) return
}

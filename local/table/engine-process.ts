import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../listen'
import { indexStream } from './stream-index'

/** A shell around the engine. It kills it when the pipe at 3 closes: where this process was killed, nobody else can. */
const guard = `
  "$@" & engine=$!
  (read -r _ <&3; kill -KILL $engine) & reader=$!
  exec 3<&-
  trap 'kill -TERM $engine' TERM
  wait $engine || wait $engine
  status=$?
  kill $reader
  exit $status`

/** `ended` resolves if the engine ends before it is stopped. */
export type EngineProcess = { endpoint: string; ended: Promise<void>; stop: () => Promise<void> }

/** Without `dataDir`, the data is in memory. */
export async function startEngineProcess(dataDir: string | null): Promise<EngineProcess> {
  const file = dataDir === null ? null : join(dataDir, 'inventory.db')
  if (file !== null) await prepareFile(file)
  const { endpoint, child } = await run(file)
  let stopped = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => stopped || resolve()))
  const stop = () => {
    stopped = true
    return end(child)
  }
  return { endpoint, ended, stop }
}

/** A new file has the engine's tables, and an index that the engine does not make. */
async function prepareFile(file: string): Promise<void> {
  if (!existsSync(file)) await end((await run(file)).child)
  await indexStream(file)
}

async function run(file: string | null): Promise<{ endpoint: string; child: ChildProcess }> {
  const port = await findFreePort()
  const store = file === null ? [] : ['--db-path', file]
  const child = spawnGuarded([findEngineBinary(), 'serve', '--host', '127.0.0.1', '--port', String(port), ...store])
  const endpoint = `http://127.0.0.1:${port}`
  await waitUntilAnswering(endpoint, child)
  return { endpoint, child }
}

function spawnGuarded(command: string[]): ChildProcess {
  const onWindows = process.platform === 'win32'
  const [program = '', ...options] = onWindows ? command : ['sh', '-c', guard, 'sh', ...command]
  // Has its own process group, so that Ctrl-C reaches only us. We end the engine after our last request.
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true })
  const pipe = child.stdio[3] as Writable
  child.once('exit', () => pipe.destroy())
  if (onWindows) process.once('exit', () => child.kill())
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function findEngineBinary(): string {
  const platform = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(
      `${platform}/dynoxide${process.platform === 'win32' ? '.exe' : ''}`,
    )
  } catch {
    throw new Error(`No local DynamoDB engine for this machine (${platform}): set DYNAMODB_ENDPOINT to one that runs.`)
  }
}

async function waitUntilAnswering(endpoint: string, child: ChildProcess): Promise<void> {
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`the DynamoDB engine ended with code ${child.exitCode}`)
    const answered = fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (await Promise.race([answered, failed])) return
    await sleep(25)
  }
  throw new Error('the DynamoDB engine does not answer')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openLocalTable } from '../cli/target'
import type { Message } from './checkout-service'
import { listDescendants } from './descendants'
import { fillTable, makeKeys } from './load-company'
import type { Ledger, Target } from './load-operations'
import { app } from './stack'

/** A running service of a checkout. `threads` are those of functions. */
export type Checkout = {
  name: string
  target: Target
  ledger: Ledger
  pid: number
  threads: number[]
  stop: () => Promise<void>
}

/** Milliseconds of processor time, by what used it. `service` is its main thread: gateway, queues, streams. */
export type Cpu = { functions: number; helpers: number; service: number; engine: number }

/**
 * Starts the service of the checkout in `folder`, with so many workers for each function. `engine` is the endpoint of a
 * DynamoDB engine: by default, the service has its own. `threads` are those of functions.
 */
export async function forkService(folder: string, { workers, engine }: { workers: number; engine?: string }) {
  const child = fork(join(__dirname, 'checkout-service.ts'), [app, String(workers)], {
    cwd: resolve(folder),
    env: { ...process.env, ...(engine && { DYNAMODB_ENDPOINT: engine }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const threads: number[] = []
  const service = await new Promise<Extract<Message, { service: object }>['service']>((started, failed) => {
    child.on('message', (message: Message) => {
      if ('service' in message) started(message.service)
      else threads.push(message.thread)
    })
    child.once('exit', () => failed(new Error(`the service of ${folder} did not start`)))
  })
  const stop = async () => {
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  return { ...service, pid: child.pid ?? 0, threads, stop }
}

/** Starts the service of the checkout in `folder`, with 3 000 items and so many workers for each function. */
export async function startCheckout(name: string, folder: string, { workers }: { workers: number }): Promise<Checkout> {
  const { pid, threads, stop, ...service } = await forkService(folder, { workers })
  const table = openLocalTable(service.table, service.dynamodbEndpoint)
  const ledger = await fillTable(table, 3_000)
  const keys = await makeKeys(table, ledger.companyId, 60)
  table.db.destroy()
  return { name, target: { baseUrl: service.baseUrl, keys }, ledger, pid, threads, stop }
}

/** Since the service was started. */
export function readCpu({ pid, threads }: Checkout): Cpu {
  const all = readThreads(pid)
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0)
  const functions = sum(threads.map((thread) => all.get(thread) ?? 0))
  const service = all.get(pid) ?? 0
  const engine = sum(listDescendants(pid).flatMap((child) => [...readThreads(child).values()]))
  return { functions, service, engine, helpers: sum([...all.values()]) - functions - service }
}

/** What was used between two readings, for each request. */
export function divideCpu(start: Cpu, end: Cpu, requests: number): Cpu {
  const each = (part: keyof Cpu) => (end[part] - start[part]) / requests
  return { functions: each('functions'), helpers: each('helpers'), service: each('service'), engine: each('engine') }
}

/** Milliseconds of processor time of each thread of a process, by its id. */
function readThreads(pid: number): Map<number, number> {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number)
  const times = threads.map((thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return [thread, Number(nanoseconds) / 1e6] as const
  })
  return new Map(times)
}

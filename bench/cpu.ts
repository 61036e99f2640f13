import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { synthesizeStack } from '../testing/stack'
import type { Message } from './cpu-service'
import { fillTable, makeKeys } from './load-company'
import { type Ledger, makeOperations, type Operation, run, type Target } from './load-operations'

const usage = `npm run cpu [-- --against DIR] [--requests N] [--rounds N] [--warm N] [--connections N] [--only LIST] [--profile DIR]

Measures the processor time of a request: of the threads of the functions, of V8's helper threads, of the gateway, and of the
engine. Needs Linux.

  --against DIR    measures another checkout in turn with this one. Its stack must be in dist/bench/cdk.out
  --requests N     requests of each round (default 1000)
  --rounds N       rounds of each operation (default 5); the median is printed
  --warm N         requests before the first round (default 4000)
  --only LIST      the operations (default 'get an item,first page,create an item')
  --connections N  requests at once, each in a worker thread of its own (default 8)
  --profile DIR    writes a CPU profile of each worker thread, over all rounds. Times are higher then`

const app = 'dist/bench/cdk.out'

type Checkout = {
  name: string
  target: Target
  ledger: Ledger
  operations: Operation[]
  pid: number
  threads: number[]
}
type RunningCheckout = Checkout & { order: (order: object) => void; stop: () => Promise<void> }

/** Milliseconds of processor time, by what used it. */
type Cpu = { functions: number; helpers: number; gateway: number; engine: number }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      requests: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      warm: { type: 'string', default: '4000' },
      connections: { type: 'string', default: '8' },
      only: { type: 'string', default: 'get an item,first page,create an item' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [requests, rounds, warm, connections] = [values.requests, values.rounds, values.warm, values.connections].map(
    Number,
  ) as [number, number, number, number]
  synthesizeStack(app)
  const folders = [
    ...(values.against ? [{ name: 'before', folder: values.against }] : []),
    { name: 'after', folder: '.' },
  ]
  const checkouts: RunningCheckout[] = []
  try {
    for (const { name, folder } of folders) checkouts.push(await startCheckout(name, folder, connections))
    console.log('| | | functions, ms | helpers | gateway | engine |\n| --- | --- | ---: | ---: | ---: | ---: |')
    for (const [index, what] of values.only.split(',').entries()) {
      const load = (checkout: Checkout, amount: number) =>
        run(checkout.target, checkout.operations.find(({ name }) => name === what) ?? [], checkout.ledger, {
          connections,
          amount,
        })
      for (const checkout of checkouts) await load(checkout, warm)
      const profile = (order: 'start' | 'stop') => {
        for (const { name, order: send } of values.profile ? checkouts : []) {
          const folder = join(resolve(values.profile ?? ''), name, `${index}`)
          mkdirSync(folder, { recursive: true })
          send({ profile: order, folder })
        }
      }
      profile('start')
      const costs = checkouts.map((): Cpu[] => [])
      for (let round = 0; round < rounds; round++) {
        for (const [number, checkout] of checkouts.entries()) {
          const start = readCpu(checkout)
          await load(checkout, requests)
          costs[number]?.push(subtract(readCpu(checkout), start, requests))
        }
      }
      profile('stop')
      for (const [number, { name }] of checkouts.entries())
        console.log(`| ${what} | ${name} | ${format(costs[number] ?? [])} |`)
    }
    for (const { name, ledger } of checkouts)
      if (ledger.failed + ledger.refused + ledger.limited > 0)
        throw new Error(`${name}: some requests were not answered`)
  } finally {
    for (const { stop } of checkouts) await stop()
  }
}

async function startCheckout(name: string, folder: string, connections: number): Promise<RunningCheckout> {
  const child = fork(join(__dirname, 'cpu-service.ts'), [app, String(connections)], {
    cwd: resolve(folder),
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
  const table = openLocalTable(service.table, service.dynamodbEndpoint)
  const ledger = await fillTable(table, 3_000)
  const keys = await makeKeys(table, ledger.companyId, 60)
  table.db.destroy()
  const stop = async () => {
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  return {
    name,
    target: { baseUrl: service.baseUrl, keys },
    ledger,
    operations: makeOperations(ledger),
    pid: child.pid ?? 0,
    threads,
    order: (order) => void child.send(order),
    stop,
  }
}

function readCpu({ pid, threads }: Checkout): Cpu {
  const all = readThreads(pid)
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0)
  const functions = sum(threads.map((thread) => all.get(thread) ?? 0))
  const gateway = all.get(pid) ?? 0
  const engines = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const engine = sum(engines.flatMap((child) => [...readThreads(child).values()]))
  return { functions, gateway, engine, helpers: sum([...all.values()]) - functions - gateway }
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

function subtract(end: Cpu, start: Cpu, requests: number): Cpu {
  const each = (part: keyof Cpu) => (end[part] - start[part]) / requests
  return { functions: each('functions'), helpers: each('helpers'), gateway: each('gateway'), engine: each('engine') }
}

function format(costs: Cpu[]): string {
  const median = (part: keyof Cpu) => costs.map((cost) => cost[part]).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  return (['functions', 'helpers', 'gateway', 'engine'] as const).map((part) => median(part).toFixed(2)).join(' | ')
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

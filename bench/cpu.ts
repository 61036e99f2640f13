import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { synthesizeStack } from '../testing/stack'
import type { Message } from './cpu-service'
import { fillTable, makeKeys } from './load-company'
import { type Ledger, makeOperations, run, type Target } from './load-operations'

const usage = `npm run cpu [-- --against DIR] [--requests N] [--rounds N] [--warm N] [--connections N] [--only LIST]

Measures the processor time of a request: of the threads of the functions, of V8's helper threads, of the gateway, and of
the engine. Needs Linux.

  --against DIR    measures another checkout in turn with this one. Its stack must be in dist/bench/cdk.out
  --requests N     requests of each round (default 1000)
  --rounds N       rounds of each operation (default 5). The median is printed
  --warm N         requests before the first round (default 4000)
  --connections N  requests at once, each in a worker thread of its own (default 8)
  --only LIST      the operations (default 'get an item,first page,create an item')
  --profile DIR    writes a CPU profile of each worker thread, over all rounds. Times are higher then`

const app = 'dist/bench/cdk.out'

/** A running service of a checkout. `threads` are those of functions, `order` asks each of them for a profile. */
type Checkout = {
  name: string
  target: Target
  ledger: Ledger
  pid: number
  threads: number[]
  order: (order: object) => void
  stop: () => Promise<void>
}

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
  const number = (name: 'requests' | 'rounds' | 'warm' | 'connections') => Math.max(1, Number(values[name]) || 1)
  const load = { connections: number('connections'), requests: number('requests'), warm: number('warm') }
  synthesizeStack(app)
  const folders = values.against === undefined ? { after: '.' } : { before: values.against, after: '.' }
  const checkouts: Checkout[] = []
  try {
    for (const [name, folder] of Object.entries(folders))
      checkouts.push(await startCheckout(name, folder, load.connections))
    console.log('| | | functions, ms | helpers | gateway | engine |\n| --- | --- | ---: | ---: | ---: | ---: |')
    for (const what of values.only.split(',')) {
      const profile = values.profile === undefined ? null : resolve(values.profile, what.replaceAll(' ', '-'))
      const costs = await measureOperation(checkouts, what, { ...load, rounds: number('rounds'), profile })
      for (const { name } of checkouts) console.log(`| ${what} | ${name} | ${format(costs.get(name) ?? [])} |`)
    }
    for (const { name, ledger } of checkouts)
      if (ledger.failed + ledger.refused + ledger.limited > 0) throw new Error(`${name}: some requests failed`)
  } finally {
    for (const { stop } of checkouts) await stop()
  }
}

type Load = { connections: number; requests: number; warm: number; rounds: number; profile: string | null }

/** In turn, so that what else the machine does falls on each checkout alike. Returns the costs of each round. */
async function measureOperation(checkouts: Checkout[], what: string, load: Load): Promise<Map<string, Cpu[]>> {
  const send = ({ target, ledger }: Checkout, amount: number) => {
    const operation = makeOperations(ledger).find(({ name }) => name === what)
    if (!operation) throw new TypeError(`there is no operation '${what}'`)
    return run(target, operation, ledger, { connections: load.connections, amount })
  }
  for (const checkout of checkouts) await send(checkout, load.warm)
  for (const checkout of checkouts) profileThreads(checkout, 'start', load.profile)
  const costs = new Map(checkouts.map(({ name }): [string, Cpu[]] => [name, []]))
  for (let round = 0; round < load.rounds; round++) {
    for (const checkout of checkouts) {
      const start = readCpu(checkout)
      await send(checkout, load.requests)
      costs.get(checkout.name)?.push(subtract(readCpu(checkout), start, load.requests))
    }
  }
  for (const checkout of checkouts) profileThreads(checkout, 'stop', load.profile)
  return costs
}

function profileThreads({ name, order }: Checkout, profile: 'start' | 'stop', to: string | null): void {
  if (to === null) return
  const folder = join(to, name)
  mkdirSync(folder, { recursive: true })
  order({ profile, folder })
}

async function startCheckout(name: string, folder: string, connections: number): Promise<Checkout> {
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

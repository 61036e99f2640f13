import { parseArgs } from 'node:util'
import { type Checkout, type Cpu, divideCpu, readCpu, startCheckout } from './checkout'
import { makeOperations, makeSales, run } from './load-operations'
import { synthesizeStack } from './stack'

const usage = `npm run bench -- compare [--against DIR] [--requests N] [--rounds N] [--warm N] [--connections N] [--workers N] [--only LIST]

Measures requests, beside those of another checkout: the processor time of the threads of the functions, of V8's helper
threads, of the service's main thread and of the engine; requests a second, and how long they take. Needs Linux.

  --against DIR    measures another checkout in turn with this one. Its stack must be in dist/bench/cdk.out
  --requests N     requests of each round (default 3000)
  --rounds N       rounds of each operation (default 5). The median is printed
  --warm N         requests before the first round (default 10000). A thread gets faster for so long
  --connections N  requests at once (default 8)
  --workers N      worker threads that a function has at most (default 4, as with npm start)
  --only LIST      the operations (default 'get an item,first page,create an item,sell a basket'; also
                   'page at the end', 'search, a common substring', 'move stock', 'sell one item')`

/** What a round has cost. Processor time in milliseconds for each request, times in milliseconds, and the 429s. */
type Costs = Cpu & { perSecond: number; p50: number; p99: number; max: number; busy: number }

const columns: { [Name in keyof Costs]: { title: string; digits: number } } = {
  functions: { title: 'functions, CPU ms', digits: 2 },
  helpers: { title: 'helpers', digits: 2 },
  service: { title: 'service', digits: 2 },
  engine: { title: 'engine', digits: 2 },
  perSecond: { title: 'requests a second', digits: 0 },
  p50: { title: 'p50, ms', digits: 0 },
  p99: { title: 'p99, ms', digits: 0 },
  max: { title: 'longest, ms', digits: 0 },
  busy: { title: '429s', digits: 0 },
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      requests: { type: 'string', default: '3000' },
      rounds: { type: 'string', default: '5' },
      warm: { type: 'string', default: '10000' },
      connections: { type: 'string', default: '8' },
      workers: { type: 'string', default: '4' },
      only: { type: 'string', default: 'get an item,first page,create an item,sell a basket' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const number = (name: 'requests' | 'rounds' | 'warm' | 'connections' | 'workers') =>
    Math.max(1, Number(values[name]) || 1)
  const load = { connections: number('connections'), requests: number('requests'), warm: number('warm') }
  await synthesizeStack()
  const folders = values.against === undefined ? { after: '.' } : { before: values.against, after: '.' }
  const checkouts: Checkout[] = []
  try {
    for (const [name, folder] of Object.entries(folders))
      checkouts.push(await startCheckout(name, folder, { workers: number('workers') }))
    const titles = Object.values(columns).map(({ title }) => title)
    console.log(`| | | ${titles.join(' | ')} |\n| --- | --- |${' ---: |'.repeat(titles.length)}`)
    for (const what of values.only.split(',')) {
      const costs = await measureOperation(checkouts, what, { ...load, rounds: number('rounds') })
      for (const { name } of checkouts) console.log(`| ${what} | ${name} | ${format(costs.get(name) ?? [])} |`)
    }
    for (const { name, ledger } of checkouts)
      if (ledger.failed + ledger.refused > 0) throw new Error(`${name}: some requests failed`)
  } finally {
    for (const { stop } of checkouts) await stop()
  }
}

type Load = { connections: number; requests: number; warm: number; rounds: number }

/** In turn, so that what else the machine does falls on each checkout alike. Returns the costs of each round. */
async function measureOperation(checkouts: Checkout[], what: string, load: Load): Promise<Map<string, Costs[]>> {
  const send = ({ target, ledger }: Checkout, amount: number) => {
    const operation = [...makeOperations(ledger), ...makeSales(ledger)].find(({ name }) => name === what)
    if (!operation) throw new TypeError(`there is no operation '${what}'`)
    return run(target, operation, ledger, { connections: load.connections, amount })
  }
  for (const checkout of checkouts) await send(checkout, load.warm)
  const costs = new Map(checkouts.map(({ name }): [string, Costs[]] => [name, []]))
  for (let round = 0; round < load.rounds; round++) {
    for (const checkout of checkouts) {
      const [cpu, limited] = [readCpu(checkout), checkout.ledger.limited]
      const { latency, elapsedMs } = await send(checkout, load.requests)
      const perSecond = (1_000 * load.requests) / elapsedMs
      const { p50, p99, max } = latency
      const times = { perSecond, p50, p99, max, busy: checkout.ledger.limited - limited }
      costs.get(checkout.name)?.push({ ...divideCpu(cpu, readCpu(checkout), load.requests), ...times })
    }
  }
  return costs
}

function format(costs: Costs[]): string {
  const median = (part: keyof Costs) => costs.map((cost) => cost[part]).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  const parts = Object.keys(columns) as (keyof Costs)[]
  return parts.map((part) => median(part).toFixed(columns[part].digits)).join(' | ')
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

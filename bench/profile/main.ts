import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../cli/command-line'
import { SourceMaps } from '../../local/source-maps'
import { synthesizeStack } from '../../test/support/stack'
import { app, type Checkout, type Cpu, divideCpu, readCpu, startCheckout } from '../checkout'
import { makeOperations, makeSales, type Operation, run } from '../load-operations'
import { drawFlameGraph } from './flame-graph'
import { readSamples, type Sample } from './frames'
import { choosePart } from './parts'

const usage = `npm run bench -- profile [--route R] [--requests N] [--warm N] [--connections N] [--out DIR]

Starts the local service with one worker for each function, sends it a fixed load, and prints where the processor time of a
request goes: as a table, and as a flame graph. Needs Linux.

  --route R        a route, such as get-item, or an operation, such as 'sell a basket' (default get-item)
  --requests N     how many are profiled (default 4000)
  --warm N         how many are sent before (default 4000)
  --connections N  requests at once (default 8)
  --out DIR        where the profiles and flame-graph.svg go (default dist/bench/profile)`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      route: { type: 'string', default: 'get-item' },
      requests: { type: 'string', default: '4000' },
      warm: { type: 'string', default: '4000' },
      connections: { type: 'string', default: '8' },
      out: { type: 'string', default: 'dist/bench/profile' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const number = (name: 'requests' | 'warm' | 'connections') => Math.max(1, Number(values[name]) || 1)
  const load = { requests: number('requests'), warm: number('warm'), connections: number('connections') }
  const stack = synthesizeStack(app)
  const checkout = await startCheckout('this', '.', { workers: 1 })
  try {
    const operation = findOperation(checkout, values.route)
    const out = resolve(values.out)
    rmSync(join(out, 'threads'), { recursive: true, force: true })
    const cpu = await profileLoad(checkout, operation, { ...load, folder: join(out, 'threads') })
    const samples = readSamples(join(out, 'threads'), new SourceMaps(stack.maps)).filter(isBusy)
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, 'flame-graph.svg'), drawFlameGraph(samples, load.requests))
    console.log(formatParts(samples, cpu, load.requests))
    console.error(`\n${join(values.out, 'flame-graph.svg')}`)
    const { failed, refused } = checkout.ledger
    if (failed + refused > 0) throw new Error(`${failed + refused} requests failed`)
  } finally {
    await checkout.stop()
  }
}

function findOperation({ ledger }: Checkout, named: string): Operation {
  const all = [...makeOperations(ledger), ...makeSales(ledger)]
  const found = all.find(({ name, route }) => name === named || route === named)
  if (found) return found
  const names = [...new Set(all.flatMap(({ name, route }) => [route, `'${name}'`]))]
  throw new UsageError(`--route: there is no load of '${named}'. Choose one of ${names.join(', ')}`)
}

type Load = { requests: number; warm: number; connections: number; folder: string }

/** Returns the processor time of each request that was profiled. */
async function profileLoad(checkout: Checkout, operation: Operation, load: Load): Promise<Cpu> {
  const { target, ledger } = checkout
  const send = (amount: number) => run(target, operation, ledger, { connections: load.connections, amount })
  await send(load.warm)
  const before = readCpu(checkout)
  checkout.startProfiles()
  await send(load.requests)
  await checkout.writeProfiles(load.folder)
  return divideCpu(before, readCpu(checkout), load.requests)
}

const isBusy = ({ frames }: Sample): boolean => choosePart(frames) !== 'idle'

/** `cpu`: what the system says. The profiler takes some of it. */
function formatParts(samples: Sample[], cpu: Cpu, requests: number): string {
  const times = new Map<string, { service: number; functions: number }>()
  for (const { thread, frames, ms } of samples) {
    const part = choosePart(frames)
    const time = times.get(part) ?? { service: 0, functions: 0 }
    time[thread === 'service' ? 'service' : 'functions'] += ms / requests
    times.set(part, time)
  }
  const rows = [...times].sort(([, a], [, b]) => b.service + b.functions - (a.service + a.functions))
  const sum = (thread: 'service' | 'functions') => rows.reduce((total, [, time]) => total + time[thread], 0)
  return [
    '| part | local service, ms a request | functions, ms a request |',
    '| --- | ---: | ---: |',
    ...rows.map(([part, { service, functions }]) => `| ${part} | ${service.toFixed(3)} | ${functions.toFixed(3)} |`),
    `| **all** | ${sum('service').toFixed(3)} | ${sum('functions').toFixed(3)} |`,
    `| processor time | ${cpu.service.toFixed(3)} | ${cpu.functions.toFixed(3)} |`,
    '',
    `Besides: V8's helper threads ${cpu.helpers.toFixed(3)} ms, the DynamoDB engine ${cpu.engine.toFixed(3)} ms.`,
  ].join('\n')
}

main().catch((error: Error) => {
  console.error(error instanceof UsageError ? `${error.message}\nSee --help.` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})

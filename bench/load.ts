import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { countSettled, readCountedLog } from '../functions/catalogue/log/counted-log'
import type { ServiceInfo } from '../local/service-info'
import { startTableEngine } from '../local/table/table-engine'
import { listDescendants } from './descendants'
import { startEngineProxy } from './engine-proxy'
import { fillTable, makeKeys } from './load-company'
import { checkInvariants } from './load-invariants'
import { type Ledger, makeOperations, makeRouteCalls, type Operation, run, type Target } from './load-operations'
import { app, synthesizeStack } from './stack'

const usage = `npm run bench -- load [--items N] [--seconds N] [--mix] [--throttle P] [--out FILE]

Starts the local service, gives it items, and loads it over HTTP: each operation from one connection, then from eight, first pages
beside movements, every route, then a mix of all from 30 keys. Checks that no write was lost or doubled, that nothing failed, and how
much memory the service and the engine took.

  --items N     how many items there are (default 100000)
  --seconds N   how long the mix runs (default 60)
  --mix         the mix alone
  --throttle P  DynamoDB throttles this part of all calls, such as 0.15 (default 0)
  --out FILE    where the table goes (default: nowhere; bench/LOAD.md is kept)`

const movementsASecond = 100

type Info = ServiceInfo & { pid: number }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      items: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '60' },
      mix: { type: 'boolean', default: false },
      throttle: { type: 'string', default: '0' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const folder = mkdtempSync(join(tmpdir(), 'inventory-load-'))
  const engine = await startThrottledEngine(folder, Number(values.throttle))
  const table = openLocalTable(engine.table, engine.endpoint)
  let service: Awaited<ReturnType<typeof startService>> | null = null
  try {
    const ledger = await fillTable(table, Number(values.items))
    // As after a night. Else the first compaction counts all of it, in the middle of what is measured.
    await countSettled(table, ledger.companyId, await readCountedLog(table, ledger.companyId))
    const keys = await makeKeys(table, ledger.companyId, 300)
    // The stream of the table begins when the service starts. So there are no events of what was stocked before.
    service = await startService(join(folder, 'info.json'), engine.throttled)
    const target = { baseUrl: service.info.base_url, keys }
    const lines = [
      '| | p50, ms, 1 connection | requests a second, 8 connections | p99, ms, 8 connections |',
      '| --- | ---: | ---: | ---: |',
    ]
    for (const operation of values.mix ? [] : makeOperations(ledger))
      lines.push(await measureOperation(target, operation, ledger))
    if (!values.mix) lines.push(await measureBesideMovements(target, ledger))
    await callEveryRoute(target, ledger)
    const memory = watchMemory(service.info.pid)
    const mix = await run({ ...target, keys: keys.slice(0, 30) }, makeOperations(ledger), ledger, {
      connections: 8,
      duration: Number(values.seconds),
    })
    lines.push(`| mix of all, ${values.seconds} s | | ${mix.requests.average.toFixed(0)} | ${mix.latency.p99} |`)
    console.error(lines.join('\n'))
    const memoryNotes = [...memory.stop(), await measureIdle(service.info.pid)]
    await service.stop() // work that is still running would change what is checked below
    const notes = [...memoryNotes, ...(await checkInvariants(table, ledger)), formatFailures(ledger)]
    const [{ model = 'unknown' } = {}] = cpus()
    const about = `${cpus().length} × ${model}, Node ${process.version}, load, service and engine on one machine, ${new Date().toISOString().slice(0, 10)}; ${Number(values.items).toLocaleString('en')} items.`
    const results = [
      '# Load on the local service',
      about,
      lines.join('\n'),
      notes.map((note) => `- ${note}`).join('\n'),
    ].join('\n\n')
    console.log(results)
    if (values.out) writeFileSync(values.out, `${results}\n`)
    if (ledger.failed + ledger.refused > 0) process.exitCode = 1
  } finally {
    table.db.destroy()
    await service?.stop()
    await engine.stop()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Keeps the rows in the folder, as `npm start` does. Throttles this share of the calls that pass through the proxy.
 * `throttled` is the proxy's endpoint.
 */
async function startThrottledEngine(folder: string, share: number) {
  const stack = await synthesizeStack()
  const engine = await startTableEngine(stack, folder)
  if (share === 0) return { ...engine, throttled: engine.endpoint }
  const proxy = await startEngineProxy(engine.endpoint, () => (Math.random() < share ? { answer: 'throttled' } : {}))
  const stop = async () => {
    await proxy.stop()
    await engine.stop()
  }
  return { ...engine, throttled: proxy.endpoint, stop }
}

async function startService(infoFile: string, engine: string): Promise<{ info: Info; stop: () => Promise<void> }> {
  const main = join(__dirname, '../local/main.ts')
  const child = fork(main, ['--app', app, '--memory', '--no-demo', '--port', '0', '--info', infoFile], {
    env: { ...process.env, DYNAMODB_ENDPOINT: engine },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  for (;;) {
    try {
      const info = JSON.parse(readFileSync(infoFile, 'utf8')) as Info
      return {
        info,
        stop: async () => {
          child.kill('SIGINT')
          await exited
        },
      }
    } catch {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 200)), exited])
      if (child.exitCode !== null) throw new Error('the service did not start')
    }
  }
}

async function measureOperation(target: Target, operation: Operation, ledger: Ledger): Promise<string> {
  console.error(`${operation.name} …`)
  // Starts every worker thread and loads every replica.
  await run(target, operation, ledger, { connections: 8, duration: 2 })
  const one = await run(target, operation, ledger, { connections: 1, duration: 5 })
  const eight = await run(target, operation, ledger, { connections: 8, duration: 10 })
  return `| ${operation.name} | ${one.latency.p50} | ${eight.requests.average.toFixed(0)} | ${eight.latency.p99} |`
}

async function measureBesideMovements(target: Target, ledger: Ledger): Promise<string> {
  console.error(`first page beside ${movementsASecond} movements a second …`)
  const find = (wanted: string) => makeOperations(ledger).filter(({ name }) => name === wanted)
  const loadPages = (connections: number) =>
    Promise.all([
      run(target, find('first page'), ledger, { connections, duration: 10 }),
      run(target, find('move stock'), ledger, { connections: 8, duration: 10, overallRate: movementsASecond }),
    ])
  const [one, moved] = await loadPages(1)
  const [eight, movedBesideEight] = await loadPages(8)
  const rates = [moved, movedBesideEight].map(({ requests }) => requests.average.toFixed(0)).join(' and ')
  const name = `first page, beside ${rates} of ${movementsASecond} movements a second`
  return `| ${name} | ${one.latency.p50} | ${eight.requests.average.toFixed(0)} | ${eight.latency.p99} |`
}

/** So that the service has every function in memory. What is refused here does not count. */
async function callEveryRoute(target: Target, ledger: Ledger): Promise<void> {
  console.error('every route …')
  for (const call of makeRouteCalls(ledger)) await run(target, call, { ...ledger }, { connections: 8, amount: 16 })
}

/** What is left a minute after the last request, with the engine: of all processes that this one has started. */
async function measureIdle(pid: number): Promise<string> {
  console.error('waiting a minute …')
  await sleep(60_000)
  const megabytes = [pid, ...listDescendants(process.pid)].map((each) => readStatus(each, 'VmRSS') / 1_000)
  const [own = 0, ...all] = megabytes
  const sum = all.reduce((total, each) => total + each, 0)
  const threads = readStatus(pid, 'Threads')
  return `a minute later: ${own.toFixed(0)} MB, ${threads} threads; with the engine ${sum.toFixed(0)} MB`
}

/** A number that Linux tells of a process. Memory is in KB. */
function readStatus(pid: number, name: 'VmRSS' | 'Threads'): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

/** Samples resident memory every second. `stop` returns the mean of the first ten and of the last ten samples. */
function watchMemory(pid: number): { stop: () => string[] } {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(readStatus(pid, 'VmRSS') / 1_000), 1_000)
  const mean = (some: number[]) => (some.reduce((sum, each) => sum + each, 0) / some.length).toFixed(0)
  const stop = () => {
    clearInterval(timer)
    return [
      `memory of the service: ${mean(samples.slice(0, 10))} MB in the first ten seconds of the mix, ${mean(samples.slice(-10))} MB in the last`,
    ]
  }
  return { stop }
}

function formatFailures({ created, moved, limited, refused, failed }: Ledger): string {
  return `${created.size} items created and ${moved.size} movements acknowledged; ${limited} answers were 429, ${refused} another 4xx, ${failed} were 5xx or lost`
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

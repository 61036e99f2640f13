import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { ApiError, createClient, type InventoryClient } from '../client'
import { timeLimits } from '../functions/store/timing'
import { startTableEngine } from '../local/table/table-engine'
import type { Stack } from '../local/template'
import { synthesizeStack } from '../test/support/stack'
import { stockUp } from '../test/support/stock'
import { app, forkService } from './checkout'
import { fillTable, makeKeys } from './load-company'
import { startLimitedEngine } from './partition-limits'

const usage = `npm run bench -- partition [--against DIR] [--seconds N] [--writers N]

One company writes as fast as it can, in requests of 40 movements, and lists beside that. Another one lists and sells. Each
partition of the log is limited as DynamoDB's are, to 1 000 write units and 3 000 read units a second. The writers wait as
Retry-After says. Their items have long texts, so that the limit is reached on a small machine.

  --against DIR  measures another checkout before. Its stack must be in dist/bench/cdk.out
  --seconds N    how long (default 20)
  --writers N    writers of the first company (default 16)`

const items = 1_600
const rowsOfRequest = 40
/** A refusal that comes sooner is an early one: the others have waited for the partition. */
const earlyMs = timeLimits.retryMs
/** Between two requests of those who do not write as fast as they can. */
const pauseMs = 200
const warmSeconds = 5

type Size = { seconds: number; writers: number }
type Answered = { ms: number; status: number }
type Ask = () => PromiseLike<unknown>
/** Each kind of request, by its name: what became of them. */
type Report = { [Name in 'writes' | 'ownLists' | 'otherLists' | 'otherSales']: Answered[] }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      writers: { type: 'string', default: '16' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const number = (name: 'seconds' | 'writers') => Math.max(1, Number(values[name]) || 1)
  console.log(
    '| | requests admitted | 429 early | 429 late | p99 of admitted, ms | units a second | throttled calls ' +
      '| own list p50, ms | p99, ms | refused | other’s list p99, ms | other’s sale p99, ms |',
  )
  console.log(`| --- |${' ---: |'.repeat(11)}`)
  const stack = synthesizeStack(app)
  const folders = values.against === undefined ? { after: '.' } : { before: values.against, after: '.' }
  for (const [name, folder] of Object.entries(folders)) {
    console.error(`${name} …`)
    const size = { seconds: number('seconds'), writers: number('writers') }
    console.log(`| ${name} | ${await measure(stack, folder, size)} |`)
  }
}

async function measure(stack: Stack, folder: string, { seconds, writers }: Size): Promise<string> {
  const engine = await startTableEngine(stack, null)
  const limited = await startLimitedEngine(engine.endpoint)
  const service = await forkService(folder, { workers: writers, engine: limited.endpoint })
  const table = openLocalTable(engine.table, engine.endpoint)
  const open = async (companyId: string) => {
    const [key = ''] = await makeKeys(table, companyId, 1)
    return createClient({ baseUrl: service.baseUrl, apiKey: key, retry: { maxAttempts: 1 } })
  }
  try {
    const [own, other] = [await fillTable(table, 0), await fillTable(table, items)]
    const stock = { since: Date.now() - 86_400_000, quantity: () => 0, texts: longTexts }
    const ids = (await stockUp(table, own.companyId, items, stock)).map(({ id }) => id)
    const clients = { own: await open(own.companyId), other: await open(other.companyId) }
    const asked = { ids, otherIds: other.ids, writers }
    await load(clients, { ...asked, seconds: warmSeconds }) // starts every thread of a function
    await sleep(1_000 * warmSeconds) // what they have taken ahead is worked off
    const partition = limited.find(own.companyId)
    const [units, refused] = [partition.units, partition.refused]
    const report = await load(clients, { ...asked, seconds })
    return format(report, { perSecond: (partition.units - units) / seconds, throttled: partition.refused - refused })
  } finally {
    table.db.destroy()
    await service.stop()
    await limited.stop()
    await engine.stop()
  }
}

/** Three bytes a character: a log row of such an item, with such a note, has 12 write units. */
const longTexts = { name: '螺'.repeat(200), location: '栓'.repeat(200), barcode: '六'.repeat(100) }
const note = '角'.repeat(1_000)

type Clients = { own: InventoryClient; other: InventoryClient }

async function load(
  { own, other }: Clients,
  { ids, otherIds, seconds, writers }: Size & { ids: string[]; otherIds: string[] },
): Promise<Report> {
  const until = performance.now() + 1_000 * seconds
  const report: Report = { writes: [], ownLists: [], otherLists: [], otherSales: [] }
  const repeat = async (kind: keyof Report, pause: number, ask: Ask) => {
    while (performance.now() < until) {
      const { waitMs, ...answered } = await time(ask)
      report[kind].push(answered)
      await sleep(pause + waitMs)
    }
  }
  let next = 0
  const write = () => {
    const from = (rowsOfRequest * next++) % ids.length
    const some = ids.slice(from, from + rowsOfRequest)
    const movements = some.map((id) => ({ type: 'receive' as const, item_id: id, quantity: 1, note }))
    return own.createTransactions({ transactions: movements })
  }
  const sell = () => {
    const item_id = otherIds[next % otherIds.length] ?? ''
    return other.createTransactions({ type: 'issue', item_id, quantity: 1 })
  }
  await Promise.all([
    ...Array.from({ length: writers }, () => repeat('writes', 0, write)),
    repeat('ownLists', pauseMs, () => own.listItems({ limit: 50 })),
    repeat('otherLists', pauseMs, () => other.listItems({ limit: 50 })),
    repeat('otherSales', pauseMs, sell),
  ])
  return report
}

/** `waitMs`: as long as the answer says. */
async function time(ask: Ask): Promise<Answered & { waitMs: number }> {
  const begun = performance.now()
  const refusal = await ask().then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 429) return error
      throw error
    },
  )
  const waitMs = 1_000 * (refusal?.retryAfterSeconds ?? 0)
  return { ms: performance.now() - begun, status: refusal?.status ?? 200, waitMs }
}

function format(report: Report, { perSecond, throttled }: { perSecond: number; throttled: number }): string {
  const admitted = report.writes.filter(({ status }) => status === 200)
  const refused = report.writes.filter(({ status }) => status === 429)
  const early = refused.filter(({ ms }) => ms < earlyMs).length
  const lists = report.ownLists
  return [
    admitted.length,
    early,
    refused.length - early,
    findRank(admitted, 0.99),
    perSecond.toFixed(0),
    throttled,
    findRank(lists, 0.5),
    findRank(lists, 0.99),
    lists.filter(({ status }) => status === 429).length,
    findRank(report.otherLists, 0.99),
    findRank(report.otherSales, 0.99),
  ].join(' | ')
}

/** In whole milliseconds. */
function findRank(answers: Answered[], rank: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(rank * sorted.length))] ?? 0)
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

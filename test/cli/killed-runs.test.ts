import fc from 'fast-check'
import { makeRandom } from '../../bench/seed'
import { createClient } from '../../client'
import { startInventory } from '../support/command'
import { startProxy, type Watch } from '../support/proxy'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, createKey, useService } from '../support/service'
import { chooseRuns } from '../support/size'
import { inEverySlice } from '../support/slices'
import { listAccess, runSpreadsheet, useFiles } from '../support/spreadsheet'

const service = useService()
const folder = useFiles()

/** Starts a command on the file, so that it can be killed. */
function start(command: string, file: string, access: Parameters<typeof listAccess>[0]) {
  const started = startInventory([command, file], listAccess(access))
  started.child.stdin.end()
  return started
}

// Imports that are killed.

const rows = 50_000
const requestsOfMinute = 300

/** At which request to kill, and whether before it is forwarded or before its answer is sent. */
const kill = fc.noBias(
  fc.record({ at: fc.integer({ min: 3, max: rows / 100 }), moment: fc.constantFrom('request', 'answer') }),
)

rehearse(
  'an import within the limits of its plan, killed three times: one effect, and nothing is missing',
  async () => {
    const { client, secret } = await createCompanyWithKey(service, 'professional')
    // Most of the first minute is used up, so that the small import meets the limit as well.
    for (let sent = 0; sent < requestsOfMinute - 20; sent++) await client.listItems({ limit: 1 })
    const lines = Array.from({ length: rows }, (_, index) => `SKU-${index},Item ${index},${1 + (index % 100)}`)
    const file = folder.write('items.csv', `sku,name,quantity\n${lines.join('\n')}\n`)
    const statuses: number[] = []
    for (const point of fc.sample(kill, { seed: chooseSeed(), numRuns: 3 }))
      statuses.push(...(await killImport(file, secret, point)))
    const proxy = await startProxy(service)
    const { status, stdout } = await runSpreadsheet('import', [file], { baseUrl: proxy.baseUrl, secret })
    statuses.push(...proxy.statuses)
    const refused = statuses.filter((code) => code === 429).length
    process.stderr.write(`${statuses.length} requests, ${refused} refused by the limit; the last run: ${stdout}`)
    expect(status).toBe(0)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))

    const reader = createClient({ baseUrl: proxy.baseUrl, apiKey: secret })
    const items = await reader.listItems({ sort: 'created_at' }).toArray()
    const found = items.map(({ sku, name, quantity }) => `${sku},${name},${quantity}`)
    expect(found.sort()).toEqual(lines.sort())
    expect((await reader.listAudit({ limit: 1 })).pagination.total).toBe(rows)
    expect((await reader.listTransactions({ limit: 1 })).pagination.total).toBe(rows)
    await proxy.stop()
  },
  1_800_000,
)

/** Imports until the request `at`, and kills the command there. Returns the statuses of its requests. */
async function killImport(file: string, secret: string, { at, moment }: { at: number; moment: string }) {
  const proxy = await startProxy(service, (now, count) => {
    if (now === moment && count >= at) child.kill('SIGKILL')
  })
  const { child, ended } = start('import', file, { ...proxy, secret })
  const [, signal] = await ended
  await proxy.stop()
  process.stderr.write(`killed at request ${at}, ${moment}: ${signal ?? 'it had ended before'}\n`)
  return proxy.statuses
}

// A sheet is booked by several runs at once, which are killed, or whose requests are held, while others sell.

const size = 240
/** How many requests a run sends at least: to look up, to read sequences, and to count. */
const requests = (2 * size) / 40
const quantityOfSheet = 20

type Accident = { at: number; what: 'none' | 'killed before' | 'killed after' | 'held' | 'killed and held' }
const accident: fc.Arbitrary<Accident> = fc.record({
  at: fc.integer({ min: 3, max: requests }),
  what: fc.constantFrom('none', 'killed before', 'killed after', 'held', 'held', 'killed and held'),
})
const rounds = fc.noBias(fc.array(fc.tuple(accident, accident), { minLength: 2, maxLength: 2 }))

/** What one run was told by its dry runs: by item, the sequence that its count would have. */
type Run = { keyId: string; standings: Map<string, number> }

rehearse(
  'runs of a sheet, killed, held and at once, with sales between: each item is counted at most once, and over no sale',
  inEverySlice(async () => {
    const seed = chooseSeed()
    const stories = fc.sample(rounds, { seed, numRuns: chooseRuns({ thorough: 12 }) })
    // Every second sheet has no quantities.
    for (const [number, plan] of stories.entries()) await playStory(plan, seed + number)
  }),
  1_800_000,
)

async function playStory(plan: [Accident, Accident][], seed: number): Promise<void> {
  const showsQuantity = seed % 2 === 0
  const customer = await createCompanyWithKey(service)
  const skus = Array.from({ length: size }, (_, index) => `S-${index}`)
  for (let from = 0; from < size; from += 100) {
    const items = skus.slice(from, from + 100).map((sku) => ({ sku, name: sku, quantity: quantityOfSheet }))
    await customer.client.createItems({ items })
    service.setTime(service.now() + 400) // its log has room for the next hundred
  }
  const [header, quantity] = showsQuantity ? ['sku,quantity,counted\n', `${quantityOfSheet},`] : ['sku,counted\n', '']
  const lines = skus.map((sku, index) => `${sku},${quantity}${quantityOfSheet - 2 + ((index * 7) % 5)}\n`)
  const file = folder.write('sheet.csv', header + lines.join(''))

  const shop = openSales(customer, skus, seed)
  const runs: Run[] = []
  for (const accidents of [...plan, [{ at: 0, what: 'none' } as const]]) {
    // A dry run waits for three seconds where an item of it has changed in the last fifteen.
    service.setTime(service.now() + 20_000)
    runs.push(...(await runAtOnce(file, accidents, shop)))
  }

  const found = await readLedger(customer)
  expect(found.sales).toBe(shop.sold())
  expect(found.counts.size).toBeGreaterThan(size / 2)
  for (const [itemId, counts] of found.counts) {
    expect([itemId, counts.length]).toEqual([itemId, 1])
    const [count] = counts
    const run = runs.find(({ keyId }) => keyId === count?.api_key_id)
    expect(count).toMatchObject({ item_id: itemId, sequence: run?.standings.get(itemId) })
    if (showsQuantity) expect(count).toMatchObject({ quantity_before: quantityOfSheet })
  }
  process.stderr.write(`${found.counts.size} counted, ${found.sales} sales; ${JSON.stringify(plan)}\n`)
}

/** `sell` sells one item, and often takes it back: the quantity is then what it was. `undo` sells what counts add. */
function openSales({ client, company }: Customer, skus: string[], seed: number) {
  let sold = 0
  const next = makeRandom(seed)
  const sell = async () => {
    const sku = skus[Math.floor(next() * skus.length)] ?? ''
    await client.createTransactions({ type: 'issue', sku, quantity: 1 })
    sold += 1
    if (next() < 0.7) await client.createTransactions({ type: 'return', sku, quantity: 1 })
  }
  const undo = async (request: string) => {
    type Counts = { transactions?: { item_id: string; quantity: number }[] }
    const { transactions = [] } = JSON.parse(request || '{}') as Counts
    for (const { item_id, quantity } of transactions)
      if (quantity === quantityOfSheet + 1) {
        await client.createTransactions({ type: 'issue', item_id, quantity: 1 })
        sold += 1
      }
  }
  return { company, sell, undo, sold: () => sold }
}

/**
 * Requests are held until all other runs have ended, or are held as well: then the one that came last goes on. Runs
 * have numbers.
 */
class Hold {
  private readonly held = new Map<number, () => void>()

  constructor(private readonly running: Set<number>) {}

  wait(run: number): Promise<void> {
    return new Promise((goOn) => {
      this.held.set(run, goOn)
      this.letGo()
    })
  }

  end(run: number): void {
    this.running.delete(run)
    this.letGo()
  }

  private letGo(): void {
    while ([...this.running].every((run) => this.held.has(run))) {
      const [run, goOn] = [...this.held].at(-1) ?? []
      if (run === undefined) return
      this.held.delete(run)
      goOn?.()
    }
  }
}

/** Each run has a key of its own, so that the ledger says what it has booked. */
async function runAtOnce(file: string, accidents: readonly Accident[], shop: ReturnType<typeof openSales>) {
  const hold = new Hold(new Set(accidents.keys()))
  const runOne = async ({ at, what }: Accident, number: number) => {
    const { secret, keyId } = await createKey(service, shop.company.id, 'enterprise')
    const run: Run = { keyId, standings: new Map() }
    const watch: Watch = async (moment, count, method, body) => {
      if (moment === 'request' && method === 'POST' && count % 8 === 0) await shop.sell()
      if (moment === 'answer' && method === 'POST') remember(run, body)
      if (count !== at) return
      const killsAt = what === 'killed after' ? 'answer' : 'request'
      if (what.startsWith('killed') && moment === killsAt) child.kill('SIGKILL')
      if (!what.endsWith('held') || moment !== 'request') return
      await hold.wait(number)
      await shop.undo(body)
    }
    const underWay: unknown[] = []
    const proxy = await startProxy(service, (...told) => {
      const watched = watch(...told)
      underWay.push(watched)
      return watched
    })
    const { child, ended } = start('stocktake', file, { ...proxy, secret })
    await ended
    hold.end(number)
    await Promise.all(underWay)
    await proxy.stop()
    return run
  }
  return Promise.all(accidents.map(runOne))
}

/** Of a dry run, whose transactions have no ids. */
function remember({ standings }: Run, body: string): void {
  const { data = [] } = JSON.parse(body) as { data?: { id: string | null; item_id: string; sequence: number }[] }
  for (const { id, item_id, sequence } of data) if (id === null) standings.set(item_id, sequence)
}

async function readLedger({ client }: Customer) {
  const counts = new Map<string, { api_key_id: string | null; sequence: number; quantity_before: number }[]>()
  for await (const count of client.listTransactions({ type: 'count', limit: 100 }))
    counts.set(count.item_id, [...(counts.get(count.item_id) ?? []), count])
  const { pagination } = await client.listTransactions({ type: 'issue', limit: 1 })
  return { counts, sales: pagination.total }
}

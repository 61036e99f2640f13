import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { startProxy, type Watch } from '../support/proxy'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { createKey, useCustomer } from '../support/service'
import { openFolder, startSpreadsheet } from '../support/spreadsheet'

// A sheet is booked by several runs at once, which are killed, or whose requests are held, while others sell.

const { service, customer, client } = useCustomer()
const folder = openFolder()
afterAll(() => folder.remove())

const size = 1_500
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

const sheets = [
  ['with', () => `${quantityOfSheet},`],
  ['without', () => ''],
] as const

for (const [kind, writeQuantity] of sheets)
  rehearse(
    `runs of a sheet ${kind} quantities, killed, held and at once, with sales between: each item is counted at most once, and over no sale`,
    async () => {
      const seed = chooseSeed()
      const skus = Array.from({ length: size }, (_, index) => `S-${index}`)
      for (let from = 0; from < size; from += 100) {
        const items = skus.slice(from, from + 100).map((sku) => ({ sku, name: sku, quantity: quantityOfSheet }))
        await client.createItems({ items })
        service.setTime(service.now() + 400) // its log has room for the next hundred
      }
      const header = `sku,${kind === 'with' ? 'quantity,' : ''}counted\n`
      const lines = skus.map((sku, index) => `${sku},${writeQuantity()}${quantityOfSheet - 2 + ((index * 7) % 5)}\n`)
      const file = folder.write(`${kind}.csv`, header + lines.join(''))

      const shop = openSales(skus, seed)
      const runs: Run[] = []
      const [plan = []] = fc.sample(rounds, { seed, numRuns: 1 })
      for (const pair of [...plan, [{ at: 0, what: 'none' } as const]])
        runs.push(...(await runAtOnce(file, pair, shop)))

      const found = await readLedger()
      expect(found.sales).toBe(shop.sold())
      expect(found.counts.size).toBeGreaterThan(size / 2)
      for (const [itemId, counts] of found.counts) {
        expect([itemId, counts.length]).toEqual([itemId, 1])
        const [count] = counts
        const run = runs.find(({ keyId }) => keyId === count?.api_key_id)
        expect(count).toMatchObject({ item_id: itemId, sequence: run?.standings.get(itemId) })
        if (kind === 'with') expect(count).toMatchObject({ quantity_before: quantityOfSheet })
      }
      process.stderr.write(`${found.counts.size} items counted, ${found.sales} sales; ${JSON.stringify(plan)}\n`)
    },
    1_800_000,
  )

/** `sell` sells one item, and often takes it back: the quantity is then what it was. `undo` sells what counts add. */
function openSales(skus: string[], seed: number) {
  let [sold, step] = [0, seed]
  const next = () => {
    step = (step * 1_103_515_245 + 12_345) % 2 ** 31
    return step / 2 ** 31
  }
  const sell = async () => {
    const sku = skus[Math.floor(next() * skus.length)] ?? ''
    await client.createTransactions({ type: 'issue', sku, quantity: 1 })
    sold += 1
    if (next() < 0.7) await client.createTransactions({ type: 'return', sku, quantity: 1 })
  }
  const undo = async (request: string) => {
    const { transactions = [] } = JSON.parse(request || '{}') as {
      transactions?: { item_id: string; quantity: number }[]
    }
    for (const { item_id, quantity } of transactions)
      if (quantity === quantityOfSheet + 1) {
        await client.createTransactions({ type: 'issue', item_id, quantity: 1 })
        sold += 1
      }
  }
  return { sell, undo, sold: () => sold }
}

/** Each run has a key of its own, so that the ledger says what it has booked. */
async function runAtOnce(
  file: string,
  accidents: readonly Accident[],
  shop: ReturnType<typeof openSales>,
): Promise<Run[]> {
  let left = accidents.length
  return Promise.all(
    accidents.map(async (accident) => {
      const { secret, keyId } = await createKey(service, customer.company.id, 'enterprise')
      const run: Run = { keyId, standings: new Map() }
      const underWay = new Set<Promise<void>>()
      const isAlone = async () => {
        for (let waited = 0; left > 1 && waited < 2_000; waited++) await sleep(10)
      }
      const proxy = await startProxy(service, (...told) => {
        const watched = watch(...told)
        underWay.add(watched)
        return watched
      })
      const watch: (...told: Parameters<Watch>) => Promise<void> = async (moment, count, method, body) => {
        if (moment === 'request' && method === 'POST' && count % 16 === 0) await shop.sell()
        if (moment === 'answer' && method === 'POST') remember(run, body)
        if (count !== accident.at) return
        const { what } = accident
        if ((what === 'killed before' && moment === 'request') || (what === 'killed after' && moment === 'answer'))
          child.kill('SIGKILL')
        if (what === 'killed and held' && moment === 'request') child.kill('SIGKILL')
        if (!what.endsWith('held') || moment !== 'request') return
        await isAlone()
        await shop.undo(body)
      }
      const child = startSpreadsheet('stocktake', [file], { baseUrl: proxy.baseUrl, secret })
      await once(child, 'exit')
      left -= 1
      await Promise.all(underWay)
      await proxy.stop()
      return run
    }),
  )
}

/** Of a dry run, whose transactions have no ids. */
function remember({ standings }: Run, body: string): void {
  const { data = [] } = JSON.parse(body) as { data?: { id: string | null; item_id: string; sequence: number }[] }
  for (const { id, item_id, sequence } of data) if (id === null) standings.set(item_id, sequence)
}

async function readLedger() {
  const counts = new Map<string, { api_key_id: string | null; sequence: number; quantity_before: number }[]>()
  for await (const count of client.listTransactions({ type: 'count', limit: 100 }))
    counts.set(count.item_id, [...(counts.get(count.item_id) ?? []), count])
  const { pagination } = await client.listTransactions({ type: 'issue', limit: 1 })
  return { counts, sales: pagination.total }
}

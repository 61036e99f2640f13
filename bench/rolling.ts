import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { ApiError, createClient, type InventoryClient } from '../client'
import { startTableEngine } from '../local/table/table-engine'
import { forkService } from './checkout'
import { fillTable, makeKeys } from './load-company'
import { checkInvariants } from './load-invariants'
import type { Ledger } from './load-operations'
import { synthesizeStack } from './stack'

// During a deployment, two releases run beside each other. Here their services share one table: both write, list and
// compact. Exit status 1 where a list misses a write that was acknowledged before it.

const usage = `npm run bench -- rolling --against DIR [--seconds N]

Runs the services of this checkout and of another one on one table. Both write, and lists of both must contain every write that
was acknowledged before they began.

  --against DIR  the other checkout. Its stack must be in dist/bench/cdk.out
  --seconds N    how long (default 60)`

/** All hot items together are a page. */
const hotItems = 100
const hot = 'Hot'
const [writersOfEach, stocked] = [3, 3_000]

/** What was acknowledged: the quantities of hot items by their ids, and how many orders and log rows there must be. */
type Acknowledged = { quantities: Map<string, number>; orders: number; logRows: number }
/** How many lists each release has answered, and how many writes were missing in one. */
type Counts = { lists: number[]; writes: number[]; missed: number }
/** `release` is 0 for the other checkout, 1 for this one. */
type Client = { release: number; api: InventoryClient }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  if (values.against === undefined) throw new TypeError(`--against is missing\n\n${usage}`)
  const engine = await startTableEngine(await synthesizeStack(), null)
  const table = openLocalTable(engine.table, engine.endpoint)
  const services: Awaited<ReturnType<typeof forkService>>[] = []
  try {
    for (const folder of [values.against, '.'])
      services.push(await forkService(folder, { workers: 4, engine: engine.endpoint }))
    const ledger = await fillTable(table, stocked)
    const keys = await makeKeys(table, ledger.companyId, 2 * (writersOfEach + 1))
    const clients = keys.map((key, index): Client => {
      const release = index % 2
      const baseUrl = services[release]?.baseUrl ?? ''
      return { release, api: createClient({ baseUrl, apiKey: key, retry: { maxAttempts: 1 } }) }
    })
    const { lists, writes, missed } = await watch(clients, ledger, Number(values.seconds) * 1_000)
    for (const { stop } of services.splice(0)) await stop() // what they still do would change what is checked
    for (const line of await checkInvariants(table, ledger)) console.log(line)
    console.log(`${lists.join(' + ')} lists, ${writes.join(' + ')} acknowledged writes, ${missed} missed`)
    if (missed > 0 || [...lists, ...writes].includes(0)) process.exitCode = 1
  } finally {
    for (const { stop } of services) await stop()
    table.db.destroy()
    await engine.stop()
  }
}

/** The first client of each release lists, the others write. */
async function watch(clients: Client[], ledger: Ledger, ms: number): Promise<Counts> {
  const counts: Counts = { lists: [0, 0], writes: [0, 0], missed: 0 }
  const known: Acknowledged = { quantities: new Map(), orders: 0, logRows: stocked }
  const [readers, writers] = [clients.slice(0, 2), clients.slice(2)]
  for (let number = 0; number < hotItems; number += writers.length)
    for (const writer of writers.slice(0, hotItems - number)) await createHotItem(writer, known, ledger)
  const until = performance.now() + ms
  const running = () => performance.now() < until
  const read = async (reader: Client) => {
    while (running()) {
      counts.missed += await countMissed(reader, known)
      counts.lists[reader.release] = (counts.lists[reader.release] ?? 0) + 1
    }
  }
  const write = async (writer: Client) => {
    for (let turn = 0; running(); turn++) {
      const done = await (turn % 5 === 0 ? createOrder(writer, known) : moveHotItem(writer, known, ledger))
      counts.writes[writer.release] = (counts.writes[writer.release] ?? 0) + Number(done)
    }
  }
  await Promise.all([...readers.map(read), ...writers.map(write)])
  return counts
}

async function createHotItem({ api }: Client, known: Acknowledged, ledger: Ledger): Promise<void> {
  const sku = `HOT-${ledger.created.size}`
  const { id, quantity } = await api.createItem({ name: 'Hot item', location: hot, sku })
  ledger.created.add(sku)
  known.quantities.set(id, quantity)
  known.logRows += 1
}

/** False where the item is busy: then nothing is acknowledged. */
async function moveHotItem({ api }: Client, known: Acknowledged, ledger: Ledger): Promise<boolean> {
  const ids = [...known.quantities.keys()]
  const item_id = ids[Math.floor(Math.random() * ids.length)] ?? ''
  const reference = `R-${ledger.sent++}`
  const moved = await api.createTransactions({ type: 'receive', item_id, quantity: 1, reference }).catch(ignoreBusy)
  if (moved === null) return false
  ledger.moved.add(reference)
  known.quantities.set(item_id, Math.max(known.quantities.get(item_id) ?? 0, moved.quantity_after))
  known.logRows += 1
  return true
}

function ignoreBusy(error: unknown): null {
  if (error instanceof ApiError && error.status === 429) return null
  throw error
}

async function createOrder({ api }: Client, known: Acknowledged): Promise<true> {
  const line_items = [{ sku: 'HOT-0', quantity_ordered: 1 }]
  await api.createOrder({ supplier: { name: 'Acme' }, line_items })
  known.orders += 1
  known.logRows += 1
  return true
}

async function countMissed({ api }: Client, known: Acknowledged): Promise<number> {
  const { quantities, orders, logRows } = { ...known, quantities: new Map(known.quantities) }
  const items = await api.listItems({ location: hot, limit: hotItems })
  const listedOrders = await api.listOrders({ limit: 1 })
  const log = await api.listAudit({ limit: 1 })
  const listed = new Map(items.data.map(({ id, quantity }) => [id, quantity]))
  const missing = [...quantities].filter(([id, quantity]) => (listed.get(id) ?? -1) < quantity)
  for (const [id, quantity] of missing) console.error(`${id} has ${listed.get(id)}, but ${quantity} was acknowledged`)
  return (
    missing.length + Math.max(0, orders - listedOrders.pagination.total) + Math.max(0, logRows - log.pagination.total)
  )
}

main().catch((error: Error) => {
  console.error(error instanceof TypeError ? error.message : error)
  process.exitCode = error instanceof TypeError ? 2 : 1
})

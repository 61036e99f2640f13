import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { Refusal } from '../functions/domain/errors'
import { listItems } from '../functions/operations/items/list-items'
import type { Table } from '../functions/store/table/table'
import { clockSkewMs } from '../functions/store/time/timing'
import { startTableEngine } from '../local/table/table-engine'
import { type Fate, startEngineProxy } from './engine-proxy'
import { makeItems, makeRandom, putItems } from './seed'
import { makeContext, makeShop } from './shop'
import { synthesizeStack } from './stack'

// Some processes write and another lists. A list must contain every write that was acknowledged before the list began.
// Exit status 1 where a write is missing.

const usage = `npm run bench -- soak [--seconds N] [--items N] [--writers N] [--faults]

  --seconds N   how long (default 60)
  --items N     how many items there are beside the hundred that are written (default 5 000)
  --writers N   how many processes write (default 1; 16 with --faults)
  --faults      calls of DynamoDB are slow, answers are slow or lost, and the clocks differ by up to 5 s`

const company = 'cmp_soak'
const hot = 'Hot'

/** All writers together: a page. */
const hotItems = 100
/** Parts of the calls that meet each fault, and how long a slow one takes at most, in milliseconds. */
const [faultyPart, slowMs] = [0.02, 4_000]

/** What a writer reports for an acknowledged write: the item, and its quantity after the write. */
type Acknowledged = { id: string; quantity: number }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      items: { type: 'string', default: '5000' },
      writers: { type: 'string' },
      faults: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const stack = await synthesizeStack()
  const engine = await startTableEngine(stack, null)
  const proxy = values.faults ? await startEngineProxy(engine.endpoint, chooseFate) : null
  const skew = values.faults ? clockSkewMs / 2 : 0
  const endpoint = proxy?.endpoint ?? engine.endpoint
  const table = openSkewedTable(engine.table, endpoint, skew)
  const count = Number(values.writers ?? (values.faults ? 16 : 1))
  // Every second one is behind the reader, by as much as clocks may differ.
  const writers = Array.from({ length: count }, (_, writer) => ({
    endpoint,
    skew: writer % 2 === 0 ? -skew : skew,
    items: Math.floor(hotItems / count),
  }))
  try {
    const direct = openLocalTable(engine.table, engine.endpoint)
    await putItems(direct, company, makeItems(Number(values.items), makeRandom(1), Date.UTC(2025, 0, 1)))
    direct.db.destroy()
    const { lists, writes, missed } = await watch(table, writers, Number(values.seconds) * 1_000)
    console.log(`${lists} lists, ${writes} acknowledged writes, ${missed} missed`)
    if (missed > 0 || writes === 0) process.exitCode = 1
  } finally {
    table.db.destroy()
    await proxy?.stop()
    await engine.stop()
  }
}

function openSkewedTable(name: string, endpoint: string, skew: number): Table {
  return { ...openLocalTable(name, endpoint), now: () => Date.now() + skew }
}

function chooseFate(): Fate {
  const chosen = Math.random() / faultyPart
  if (chosen < 1) return { beforeMs: Math.random() * slowMs }
  if (chosen < 2) return { afterMs: Math.random() * slowMs }
  if (chosen < 3) return { answer: 'lost' }
  return chosen < 4 ? { answer: 'half' } : {}
}

async function watch(table: Table, writers: Omit<Writer, 'table'>[], ms: number) {
  const known = new Map<string, number>()
  let writes = 0
  const processes = writers.map((writer) => fork(__filename, [JSON.stringify({ ...writer, table: table.name })]))
  for (const process of processes)
    process.on('message', ({ id, quantity }: Acknowledged) => {
      known.set(id, quantity)
      writes += 1
    })
  const reader = makeContext(table, company)
  let lists = 0
  let missed = 0
  for (const end = performance.now() + ms; performance.now() < end; lists++) {
    const before = new Map(known)
    const listed = await listHotItems(reader)
    for (const [id, quantity] of before) {
      if ((listed.get(id) ?? -1) >= quantity) continue
      missed += 1
      console.error(`${id} has ${listed.get(id)}, but ${quantity} was acknowledged`)
    }
  }
  for (const process of processes) process.kill()
  return { lists, writes, missed }
}

/** Their quantities, by id. A list that fails is tried again: DynamoDB is slow in a soak with faults. */
async function listHotItems(reader: ReturnType<typeof makeContext>): Promise<Map<string, number>> {
  const request = { location: hot, limit: hotItems, offset: 0, sort: 'created_at' } as const
  const page = await ignoreFaults(listItems(reader, request))
  return page === null ? listHotItems(reader) : new Map(page.rows.map(({ id, stock }) => [id, stock.total]))
}

/** A writer's process. `skew`: how far its clock is ahead, in milliseconds. `items`: how many it makes and moves. */
type Writer = { table: string; endpoint: string; skew: number; items: number }

async function write({ table: name, endpoint, skew, items }: Writer): Promise<void> {
  const shop = makeShop(openSkewedTable(name, endpoint, skew), company)
  const ids: string[] = []
  for (let number = 0; ; number++) {
    if (ids.length < items) {
      const sku = `HOT-${process.pid}-${number}`
      const created = await ignoreFaults(shop.createItem({ name: 'Hot item', location: hot, sku }))
      if (created === null) continue
      ids.push(created.id)
      process.send?.({ id: created.id, quantity: created.stock.total })
    }
    const item_id = ids[(number * 7) % ids.length] ?? ''
    const moved = await ignoreFaults(shop.move(item_id, { type: 'receive', quantity: 1 }))
    if (moved !== null) process.send?.({ id: item_id, quantity: moved[0]?.quantity_after })
  }
}

/** Null where DynamoDB was too slow, or its answer was lost too often. */
async function ignoreFaults<Result>(run: Promise<Result>): Promise<Result | null> {
  return run.catch((error: Error) => {
    if (error instanceof Refusal && error.code !== 'resource_busy') throw error
    return null
  })
}

const writer = process.send && process.argv[2]
const running = writer ? write(JSON.parse(writer)) : main()
running.catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

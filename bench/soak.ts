import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openLocalTable } from '../cli/target'
import { listItems } from '../functions/operations/items/list-items'
import type { Table } from '../functions/store/client'
import { startTableEngine } from '../local/table-engine'
import { makeContext, makeShop } from '../testing/shop'
import { synthesizeStack } from '../testing/stack'
import { makeCaller } from '../testing/table'
import { makeItems, makeRandom, putItems } from './seed'

// One process writes and another lists. A list must contain every write that was acknowledged before the list began.
// Exit status 1 where a write is missing.

const usage = `npm run soak [-- --seconds N] [--items N]

  --seconds N   how long (default 60)
  --items N     how many items there are beside the hundred that are written (default 5 000)`

const app = 'dist/bench/cdk.out'

const company = 'cmp_soak'
const hot = 'Hot'
const who = makeCaller(company)

/** What the writer reports for an acknowledged write: the item, and its quantity after the write. */
type Acknowledged = { id: string; quantity: number }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      items: { type: 'string', default: '5000' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const stack = synthesizeStack(app)
  const engine = await startTableEngine(stack, null)
  const table = openLocalTable(engine.table, engine.endpoint)
  try {
    await putItems(table, company, makeItems(Number(values.items), makeRandom(1), Date.UTC(2025, 0, 1)))
    const { lists, writes, missed } = await watch(table, engine.endpoint, Number(values.seconds) * 1_000)
    console.log(`${lists} lists, ${writes} acknowledged writes, ${missed} missed`)
    if (missed > 0 || writes === 0) process.exitCode = 1
  } finally {
    table.db.destroy()
    await engine.stop()
  }
}

async function watch(table: Table, endpoint: string, ms: number) {
  const known = new Map<string, number>()
  let writes = 0
  const writer = fork(__filename, [], { env: { ...process.env, SOAK_TABLE: table.name, SOAK_ENDPOINT: endpoint } })
  writer.on('message', ({ id, quantity }: Acknowledged) => {
    known.set(id, quantity)
    writes += 1
  })
  const reader = makeContext(table, who)
  let lists = 0
  let missed = 0
  for (const end = performance.now() + ms; performance.now() < end; lists++) {
    const before = new Map(known)
    const { rows } = await listItems(reader, { location: hot, limit: 100, offset: 0, sort: 'created_at' })
    const listed = new Map(rows.map(({ id, quantity }) => [id, quantity]))
    for (const [id, quantity] of before) {
      if ((listed.get(id) ?? -1) >= quantity) continue
      missed += 1
      console.error(`${id} has ${listed.get(id)}, but ${quantity} was acknowledged`)
    }
  }
  writer.kill()
  return { lists, writes, missed }
}

async function write(name: string, endpoint: string): Promise<void> {
  const table = openLocalTable(name, endpoint)
  const shop = makeShop(table, who)
  const ids: string[] = []
  for (let number = 0; ; number++) {
    if (ids.length < 100) {
      const { id, quantity } = await shop.createItem({ name: 'Hot item', location: hot, sku: `HOT-${number}` })
      ids.push(id)
      process.send?.({ id, quantity })
    }
    const item_id = ids[(number * 7) % ids.length] ?? ''
    const [moved] = await shop.move({ type: 'receive', quantity: 1, item_id })
    process.send?.({ id: item_id, quantity: moved?.quantity_after })
  }
}

const { SOAK_TABLE: tableName, SOAK_ENDPOINT: address } = process.env
const running = tableName && address ? write(tableName, address) : main()
running.catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

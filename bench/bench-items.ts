import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ItemListRequest } from '../functions/domain/item-catalogue'
import { writeBase } from '../functions/store/catalogue-base'
import type { Table } from '../functions/store/client'
import { listItems } from '../functions/store/items'
import { moveAll } from '../functions/store/stock-changes'
import type { Line, Section } from './bench'
import { type Cost, costOf, patientTable } from './measure'
import { itemsOf, randomOf, writeItems } from './seed'
import { tutorialList } from './tutorial'

const warmRuns = 15
const first: ItemListRequest = { limit: 50, offset: 0, sort: 'created_at' }

/** So many items are measured in a process of their own, whose memory holds nothing else. */
const ownProcessFrom = 1_000_000

/** Lists of `size` items: the tutorial way, from the rows, from a base, and warm. */
export async function benchItems(table: Table, endpoint: string, size: number): Promise<Section> {
  console.error(`seeding ${size} items …`)
  const company = `cmp_bench_${size}`
  await writeItems(table, company, itemsOf(size, randomOf(size), Date.UTC(2025, 0, 1)))
  if (size < ownProcessFrom) return measured(table, company, size)
  const env = { ...process.env, BENCH_TABLE: table.name, BENCH_ENDPOINT: endpoint, BENCH_SIZE: String(size) }
  const child = fork(__filename, [], { env })
  const [section] = (await once(child, 'message')) as [Section]
  return section
}

async function measured(table: Table, company: string, size: number): Promise<Section> {
  const lines: Line[] = []
  const add = (what: string, cost: Cost, limit: number | null = null) => {
    lines.push({ what, ...cost, limit })
    return cost
  }
  const reader = () => ({ ...table })
  const deep = { ...first, offset: Math.max(0, size - 60) }
  const heavy = size > 100_000
  const tutorial = heavy
    ? null
    : add('tutorial way, first page', await costOf(table, 1, () => tutorialList(table, company, first)))
  if (!heavy)
    add(
      'tutorial way, search',
      await costOf(table, 1, () => tutorialList(table, company, { ...first, search: 'SKU-00019' })),
    )
  const scanned = add('cold, from the rows', await costOf(table, 1, () => listItems(reader(), company, first)))
  add('compaction', await costOf(table, 1, () => writeBase(table, company)))
  const cold = add(
    'cold, from a base',
    await costOf(table, heavy ? 1 : 5, () => listItems(reader(), company, first)),
    size <= 100_000 ? 650 : null,
  )
  const warm = { ...table }
  const list = (request: Partial<ItemListRequest>) => () => listItems(warm, company, { ...first, ...request })
  await list({})()
  const page1 = add('warm, first page', await costOf(table, warmRuns, list({})), 1)
  add('warm, deepest page', await costOf(table, warmRuns, list(deep)), 1)
  add('warm, search of one', await costOf(table, warmRuns, list({ search: 'sku-000190056' })), 1)
  add('warm, search of many', await costOf(table, warmRuns, list({ search: 'valve' })), 1)
  add('warm, location', await costOf(table, warmRuns, list({ location: 'WH1-A7-S7' })), 1)
  add('warm, low stock', await costOf(table, warmRuns, list({ low_stock: true })), 1)
  await list({ sort: 'name' })()
  add('warm, by name', await costOf(table, warmRuns, list({ sort: 'name' })), 1)
  await change(table, company)
  add('warm, after 100 changes', await costOf(table, 1, list({})), 20)
  const ratio = (a: Cost | null, b: Cost) => (a === null ? '–' : `${Math.round(a.ms / b.ms)} ×`)
  const notes = [
    `First page, tutorial way against cold from a base: ${ratio(tutorial, cold)}; against warm: ${ratio(tutorial, page1)}; from the rows against warm: ${ratio(scanned, page1)}.`,
    `Peak memory of the process so far: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB.`,
  ]
  return { title: `Lists of ${size.toLocaleString('en')} items`, lines, notes }
}

/** 100 movements of stock, one after the other. */
async function change(table: Table, company: string): Promise<void> {
  const { rows } = await listItems(table, company, { ...first, limit: 100 })
  const who = {
    companyId: company,
    plan: 'enterprise',
    userId: 'usr_1',
    keyId: 'key_1',
    keyName: null,
    requestId: 'bench',
  } as const
  const row = { path: '', sku: null, order_id: null, line_item_id: null, expected_quantity: null }
  for (let number = 0; number < 100; number++) {
    const item_id = rows[number % rows.length]?.id ?? ''
    await moveAll(table, who, [{ ...row, type: 'receive', quantity: 1, item_id }])
  }
}

const { BENCH_TABLE: name, BENCH_ENDPOINT: endpoint, BENCH_SIZE: size } = process.env
if (name && endpoint && size) {
  void measured(patientTable(name, endpoint), `cmp_bench_${size}`, Number(size)).then((section) => {
    process.send?.(section, () => process.exit())
  })
}

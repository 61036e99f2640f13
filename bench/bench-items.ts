import { createCompany } from '../admin/companies/companies'
import { itemsSource, readItemCatalogue } from '../functions/catalogue/items/item-catalogue'
import { writeBase } from '../functions/catalogue/replica/base'
import { listItems } from '../functions/operations/items/list-items'
import type { Table } from '../functions/store/table/table'
import {
  changeItems,
  checkRestored,
  measureDifference,
  measureRestore,
  measureRestoreWorker,
  measureSnapshot,
} from './bench-snapshots'
import { type Cost, type Line, measureCost } from './measure'
import { makeItems, makeRandom, putItems } from './seed'
import { makeContext, makeShop } from './shop'
import { listTutorialWay, type TutorialRequest } from './tutorial'

const warmRuns = 15
const firstPage = { limit: 50, offset: 0, sort: 'created_at' } as const
type Request = Parameters<typeof listItems>[1]

function list(table: Table, size: number, request: Partial<Request> = {}) {
  return listItems(makeContext(table, formatCompanyId(size)), { ...firstPage, ...request })
}

/** The parts of the measurement. Each can run in its own process, so that its peak memory contains nothing else. */
export const itemParts = {
  tutorial: measureTutorial,
  rows: measureRows,
  compaction: measureCompaction,
  base: measureBase,
  snapshot: (table, size) => measureSnapshot(table, formatCompanyId(size), size),
  changes: (table, size) => changeItems(table, formatCompanyId(size), size),
  difference: (table, size) => measureDifference(table, formatCompanyId(size)),
  restore: (table, size) => measureRestore(table, formatCompanyId(size)),
  worker: (table, size) => measureRestoreWorker(table, formatCompanyId(size)),
  restored: (table, size) => checkRestored(table, formatCompanyId(size)),
} as const satisfies Record<string, (table: Table, size: number) => Promise<Line[]>>
export type ItemPart = keyof typeof itemParts

function formatCompanyId(size: number): string {
  return `cmp_bench_${size}`
}

export async function seedItems(table: Table, size: number): Promise<void> {
  console.error(`seeding ${size} items …`)
  await createCompany(table, { id: formatCompanyId(size), name: 'Bench', plan: 'enterprise' })
  await putItems(table, formatCompanyId(size), makeItems(size, makeRandom(size), Date.UTC(2025, 0, 1)))
}

async function measureTutorial(table: Table, size: number): Promise<Line[]> {
  const listed = (request: Partial<TutorialRequest>) => () =>
    listTutorialWay(table, formatCompanyId(size), { ...firstPage, ...request })
  return [
    makeLine('tutorial way, first page', await measureCost(table, 1, listed({}))),
    makeLine('tutorial way, search', await measureCost(table, 1, listed({ search: 'SKU-00019' }))),
  ]
}

/** Not a list: that would give up where there are very many. */
async function measureRows(table: Table, size: number): Promise<Line[]> {
  const read = () => readItemCatalogue({ ...table }, formatCompanyId(size))
  return [makeLine('cold, from the rows', await measureCost(table, 1, read))]
}

async function measureCompaction(table: Table, size: number): Promise<Line[]> {
  const compact = () => writeBase(table, formatCompanyId(size), itemsSource)
  return [makeLine('compaction', await measureCost(table, 1, compact))]
}

async function measureBase(table: Table, size: number): Promise<Line[]> {
  const coldRuns = size > 100_000 ? 1 : 5
  const cold = await measureCost(table, coldRuns, () => list({ ...table }, size))
  const reader = { ...table }
  const warm = async (what: string, choose: (run: number) => Partial<Request>) => {
    let run = 0
    const measure = () => list(reader, size, choose(run++))
    await measure() // not measured: only the first page of its kind pays for the setup
    return makeLine(`warm, ${what}`, await measureCost(table, warmRuns, measure), 1)
  }
  const lines = [
    makeLine('cold, from a base', cold, size <= 100_000 ? 650 : null),
    await warm('first page', () => ({})),
    await warm('deepest page', () => ({ offset: Math.max(0, size - 60) })),
    await warm('search of one', () => ({ search: 'sku-000190056' })),
    await warm('search of many', () => ({ search: 'valve' })),
    await warm('location', () => ({ location: 'WH1-A7-S7' })),
    await warm('low stock', () => ({ low_stock: true })),
    await warm('by name', () => ({ sort: 'name' })),
    // What a filter selects is kept: another one costs more.
    await warm('first page of another location', (run) => ({ location: `WH2-A${run}-S${run}` })),
    await warm('first page of another SKU', (run) => ({ sku: `SKU-${String(run * 7_919).padStart(9, '0')}` })),
    await warm('first page of another search', (run) => ({ search: `m${run + 3}` })),
  ]
  await change(table, size)
  return [...lines, makeLine('warm, after 100 changes', await measureCost(table, 1, () => list(reader, size)), 20)]
}

function makeLine(what: string, cost: Cost, limit: number | null = null): Line {
  return { what, ...cost, limit }
}

async function change(table: Table, size: number): Promise<void> {
  const { rows } = await list(table, size, { limit: 100 })
  const shop = makeShop(table, formatCompanyId(size))
  for (let number = 0; number < 100; number++) {
    await shop.move(rows[number % rows.length]?.id ?? '', { type: 'receive', quantity: 1 })
  }
}

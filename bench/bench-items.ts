import { writeBase } from '../functions/catalogue/items/item-base'
import type { ItemListRequest } from '../functions/catalogue/items/item-catalogue'
import { createCompany } from '../functions/operations/companies/companies'
import { listItems } from '../functions/operations/items/list-items'
import type { Table } from '../functions/store/client'
import { contextOf, shopOf } from '../testing/shop'
import { caller } from '../testing/table'
import { snapshotLines } from './bench-snapshots'
import { type Cost, costOf, type Line } from './measure'
import { itemsOf, randomOf, writeItems } from './seed'
import { tutorialList } from './tutorial'

const warmRuns = 15
const first = { limit: 50, offset: 0, sort: 'created_at' } as const
type Request = Parameters<typeof listItems>[1]

function list(table: Table, size: number, request: Partial<Request> = {}) {
  return listItems(contextOf(table, caller(benchCompany(size))), { ...first, ...request })
}

/** The parts of the measurement: each can run in a process of its own, whose memory then holds nothing else. */
export const itemParts = { tutorial, rows, base, snapshots } as const
export type ItemPart = keyof typeof itemParts

function benchCompany(size: number): string {
  return `cmp_bench_${size}`
}

export async function seedItems(table: Table, size: number): Promise<void> {
  console.error(`seeding ${size} items …`)
  await createCompany(table, { id: benchCompany(size), name: 'Bench', plan: 'enterprise' })
  await writeItems(table, benchCompany(size), itemsOf(size, randomOf(size), Date.UTC(2025, 0, 1)))
}

/** Lists as tutorials have them. */
async function tutorial(table: Table, size: number): Promise<Line[]> {
  const listed = (request: Partial<ItemListRequest>) => () =>
    tutorialList(table, benchCompany(size), { ...first, ...request })
  return [
    line('tutorial way, first page', await costOf(table, 1, listed({}))),
    line('tutorial way, search', await costOf(table, 1, listed({ search: 'SKU-00019' }))),
  ]
}

/** What reads every row: a list without a base, and making one. */
async function rows(table: Table, size: number): Promise<Line[]> {
  const company = benchCompany(size)
  return [
    line('cold, from the rows', await costOf(table, 1, () => list({ ...table }, size))),
    line('compaction', await costOf(table, 1, () => writeBase(table, company))),
  ]
}

/** Lists from a base. */
async function base(table: Table, size: number): Promise<Line[]> {
  const coldRuns = size > 100_000 ? 1 : 5
  const cold = await costOf(table, coldRuns, () => list({ ...table }, size))
  const reader = { ...table }
  const warm = async (what: string, request: Partial<Request>) => {
    const run = () => list(reader, size, request)
    await run() // once before, as for every page but the first of its kind
    return line(`warm, ${what}`, await costOf(table, warmRuns, run), 1)
  }
  const lines = [
    line('cold, from a base', cold, size <= 100_000 ? 650 : null),
    await warm('first page', {}),
    await warm('deepest page', { offset: Math.max(0, size - 60) }),
    await warm('search of one', { search: 'sku-000190056' }),
    await warm('search of many', { search: 'valve' }),
    await warm('location', { location: 'WH1-A7-S7' }),
    await warm('low stock', { low_stock: true }),
    await warm('by name', { sort: 'name' }),
  ]
  await change(table, size)
  return [...lines, line('warm, after 100 changes', await costOf(table, 1, () => list(reader, size)), 20)]
}

/** A snapshot and its restore, where there is a base. */
function snapshots(table: Table, size: number): Promise<Line[]> {
  return snapshotLines(table, benchCompany(size), size)
}

function line(what: string, cost: Cost, limit: number | null = null): Line {
  return { what, ...cost, limit }
}

/** 100 movements of stock, one after the other. */
async function change(table: Table, size: number): Promise<void> {
  const { rows } = await list(table, size, { limit: 100 })
  const shop = shopOf(table, caller(benchCompany(size)))
  for (let number = 0; number < 100; number++) {
    const item_id = rows[number % rows.length]?.id ?? ''
    await shop.move({ type: 'receive', quantity: 1, item_id })
  }
}

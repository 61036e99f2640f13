import { createCompany } from '../admin/companies/companies'
import { compact, planCompaction, rebuild } from '../functions/catalogue/compaction'
import { dayMs } from '../functions/domain/time'
import { listItems } from '../functions/operations/items/list-items'
import { listAudit } from '../functions/operations/log/list-audit'
import type { Table } from '../functions/store/table/table'
import { type Cost, type Line, measureCost, type Section } from './measure'
import { makeItems, makeLogRow, makeRandom, putItems, putRows, stockUp } from './seed'
import { makeContext } from './shop'

const hotItems = 10
const rowsPerCompaction = 1_000

const list = (table: Table, companyId: string) => () =>
  listItems(makeContext({ ...table }, companyId), { limit: 50, offset: 0, sort: 'created_at' })

const none: Cost = { units: 0, calls: 0, ms: 0, cpu: 0 }

function addCost(sum: Cost, cost: Cost, factor = 1): void {
  for (const key of ['units', 'calls', 'ms', 'cpu'] as const) sum[key] += cost[key] * factor
}

/** Measures lists of `size` items, ten of which move `movements` times a day. A compaction follows each 1 000. */
export async function measureHotItems(table: Table, size: number, movements: number): Promise<Section> {
  console.error(`seeding ${movements} movements of ${hotItems} items …`)
  const companyId = 'cmp_bench_hot'
  const from = Math.floor(Date.now() / dayMs) * dayMs - dayMs
  await createCompany(table, { id: companyId, name: 'Bench', plan: 'enterprise' })
  const items = [...makeItems(size, makeRandom(size), from - 100 * dayMs)]
  await putItems(table, companyId, items)
  await rebuild({ ...table, now: () => from - 60_000 }, companyId, 'items')
  const base = await measureCost(table, 3, list(table, companyId))
  const sum = { ...none }
  const hot = items.slice(0, hotItems)
  for (let first = 0; first < movements; first += rowsPerCompaction) {
    const at = (number: number) => from + Math.floor((number * dayMs) / movements)
    const rows = Array.from({ length: rowsPerCompaction }, (_, row) => {
      const [number, item] = [first + row, hot[row % hotItems]]
      const rev = (item?.rev ?? 1) + 1 + Math.floor(number / hotItems)
      return makeLogRow(companyId, { at: at(number), item: item?.id ?? '', rev, type: 'receive' })
    })
    await putRows(table, rows)
    const then = { ...table, now: () => at(first + rowsPerCompaction) + 30_000 }
    const cost = await measureCost(table, 1, async () =>
      compact(then, companyId, await planCompaction(then, companyId, null)),
    )
    addCost(sum, cost)
  }
  const cold = await measureCost(table, 3, list(table, companyId))
  const lines: Line[] = [
    { what: 'cold, from a base alone', ...base, limit: null },
    { what: 'all compactions', ...sum, limit: movements * 0.3 },
    { what: 'cold, after the movements', ...cold, limit: base.units * 2 },
  ]
  const title = `${movements.toLocaleString('en')} movements of ${hotItems} of ${size.toLocaleString('en')} items`
  return { title, lines, notes: [] }
}

/** Measures the first list after `count` items were imported beside a base, without a compaction since. */
export async function measureImport(table: Table, count: number): Promise<Section> {
  console.error(`importing ${count} items …`)
  const companyId = 'cmp_bench_import'
  const since = Date.now() - dayMs
  await createCompany(table, { id: companyId, name: 'Bench', plan: 'enterprise' })
  await stockUp(table, companyId, { count: 3_000, since: since - dayMs, quantity: 5 })
  await rebuild({ ...table, now: () => since - 60_000 }, companyId, 'items')
  await stockUp(table, companyId, { count, since, quantity: 5, from: 3_000 })
  const cold = await measureCost(table, 1, list(table, companyId))
  const compaction = await measureCost(table, 1, async () =>
    compact(table, companyId, await planCompaction(table, companyId, null)),
  )
  const after = await measureCost(table, 1, list(table, companyId))
  const lines: Line[] = [
    { what: 'cold, before a compaction', ...cold, limit: null },
    { what: 'compaction', ...compaction, limit: null },
    { what: 'cold, after it', ...after, limit: null },
  ]
  return { title: `An import of ${count.toLocaleString('en')} items beside a base`, lines, notes: [] }
}

/** The monotonic clock goes with the one that is set: on a slow machine, more of the log would be read again. */
async function runAt(tick: number, run: () => Promise<unknown>): Promise<unknown> {
  const { now } = performance
  performance.now = () => tick
  try {
    return await run()
  } finally {
    performance.now = now
  }
}

const [rowsASecond, listsASecond, seconds] = [120, 5, 30]

/** Measures warm lists five times a second, while 120 log rows a second are written. The clock is set. */
export async function measureListsBesideWriters(table: Table): Promise<Section> {
  const companyId = 'cmp_bench_beside'
  const from = Date.now() - dayMs
  let now = from
  const reader = { ...table, now: () => now }
  const context = makeContext(reader, companyId)
  const items = [...makeItems(1_000, makeRandom(1), from - 100 * dayMs)]
  await createCompany(table, { id: companyId, name: 'Bench', plan: 'enterprise' })
  await putItems(table, companyId, items)
  const page = { limit: 50, offset: 0 }
  const lists = {
    'items, on average': () => listItems(context, { ...page, sort: 'created_at' }),
    'the audit log, on average': () => listAudit(context, page),
  }
  const costs = Object.keys(lists).map((what) => ({ what, ...none }))
  const rowsOfStep = rowsASecond / listsASecond
  const steps = seconds * listsASecond
  for (let step = 0; step < steps; step++) {
    const rows = Array.from({ length: rowsOfStep }, (_, row) => {
      const number = step * rowsOfStep + row
      const item = items[number % items.length]
      const rev = (item?.rev ?? 1) + 1 + Math.floor(number / items.length)
      const at = from + Math.floor((number * 1_000) / rowsASecond)
      return makeLogRow(companyId, { at, item: item?.id ?? '', rev, type: 'receive' })
    })
    await putRows(table, rows)
    now += 1_000 / listsASecond
    for (const [index, list] of Object.values(lists).entries()) {
      const cost = await measureCost(reader, 1, () => runAt(now - from, list))
      if (step >= steps / 2) addCost(costs[index] ?? none, cost, 2 / steps)
    }
  }
  const lines = costs.map((cost): Line => ({ ...cost, limit: 130 }))
  return { title: `Lists beside ${rowsASecond} log rows a second, ${listsASecond} times a second`, lines, notes: [] }
}

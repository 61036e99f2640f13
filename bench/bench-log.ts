import { finishDays } from '../functions/catalogue/log/final-days'
import { Refusal } from '../functions/domain/errors'
import { auditActions } from '../functions/domain/log/audit'
import { LogCounts, type LogFilter } from '../functions/domain/log/log-counts'
import { dayMs } from '../functions/domain/time'
import { listAudit } from '../functions/operations/log/list-audit'
import { listTransactions } from '../functions/operations/stock/list-transactions'
import { verifyItem } from '../functions/operations/stock/verify-item'
import type { LogRow } from '../functions/store/log/log-row'
import { keys } from '../functions/store/table/schema'
import type { Table } from '../functions/store/table/table'
import { settledAfterMs } from '../functions/store/time/timing'
import { type Cost, type Line, measureCost, type Section } from './measure'
import { makeLogRow, makeRandom, putRows } from './seed'
import { bolt, makeContext } from './shop'

const users = 30
const actions = [
  'create',
  'update',
  'update',
  'update',
  'update',
  'update',
  'update',
  'delete',
  'restore',
  'update',
] as const

/** Measures a log of `rows` rows over 364 days, which the night has counted. */
export async function measureYear(table: Table, rows: number): Promise<Section> {
  const start = (Math.floor(Date.now() / dayMs) - 364) * dayMs
  const log = await seedLog(table, 'cmp_bench_year', { rows, from: start, to: start + 363 * dayMs })
  const night = await measureCost(table, 1, () => finishDays(table, log.companyId))
  const { lines, add, list } = startLines(log.companyId)
  add('the night: counting all days', night)
  add('cold, first page', await measureCost(table, 3, list({ ...table })), 150)
  const warm = { ...table }
  await list(warm)()
  add('warm, first page', await measureCost(table, 15, list(warm)), 1)
  for (const part of [0.1, 0.5, 0.9, 1])
    add(`warm, page at ${part * 100} %`, await measurePage(table, list, warm, Math.floor(rows * part) - 50), 60)
  add('warm, deletes of one user', await measureCost(table, 3, list(warm, { action: 'delete', user_id: 'usr_7' })))
  const week = { since: Date.now() - 30 * dayMs, until: Date.now() - 23 * dayMs }
  add('warm, one week', await measureCost(table, 3, list(warm, week)))
  const combinations = await checkTotals(
    log.written,
    async (filter) => (await list(warm, { ...filter, limit: 1 })()).total,
  )
  const perSecond = Math.round((1_000 * rows) / night.ms)
  return {
    title: `Log of ${rows.toLocaleString('en')} rows over a year`,
    lines,
    notes: [`${combinations}. The night counts ${perSecond.toLocaleString('en')} rows a second.`],
  }
}

/** Measures a log of `rows` rows of today. */
export async function measureBusyDay(table: Table, rows: number): Promise<Section> {
  const start = Math.floor(Date.now() / dayMs) * dayMs
  const log = await seedLog(table, 'cmp_bench_day', { rows, from: start, to: Date.now() - 2 * settledAfterMs })
  const { lines, add, list } = startLines(log.companyId)
  add('first list of all: every row is counted', await measureCost(table, 1, repeatWhileBusy(list({ ...table }))))
  const cold = async () => void (await list({ ...table })())
  add('cold, first page', await measureCost(table, 5, cold), 150)
  const warm = { ...table }
  await list(warm)()
  add('warm, first page', await measureCost(table, 15, list(warm)), 1)
  for (const offset of [1_000, 20_000, rows >> 1, rows - 50].filter((each) => each < rows))
    add(`warm, page at ${offset.toLocaleString('en')}`, await measurePage(table, list, warm, offset), 60)
  const combinations = await checkTotals(
    log.written,
    async (filter) => (await list(warm, { ...filter, limit: 1 })()).total,
  )
  return { title: `Log of ${rows.toLocaleString('en')} rows on one day`, lines, notes: [`${combinations}.`] }
}

/** Measures the history of one item with `rows` log rows, all movements but the first. */
export async function measureHistory(table: Table, rows: number): Promise<Section> {
  const [companyId, id, now] = ['cmp_bench_history', 'itm_01K00000000000000000000001', Date.now()]
  const at = (rev: number) => now - 3_600_000 - (rows - rev) * 60_000
  const fields = (rev: number) =>
    rev === 1 ? ({ action: 'create' } as const) : ({ type: rev % 3 === 0 ? 'issue' : 'receive' } as const)
  const log = Array.from({ length: rows }, (_, n) =>
    makeLogRow(companyId, { at: at(n + 1), item: id, rev: n + 1, ...fields(n + 1) }),
  )
  const stamps = { created_at: new Date(at(1)).toISOString(), updated_at: new Date(at(rows)).toISOString() }
  const life = { ...stamps, deleted_at: null, deleted_by: null }
  const item = { ...bolt, id, ...life, rev: rows, sequence: rows - 1, quantity: rows - 1 }
  await putRows(table, [...log, { ...keys.item(companyId, id), ...item }])
  const context = makeContext(table, companyId)
  const page = { limit: 50, offset: 0, item_id: id }
  const lines: Line[] = []
  const add = async (what: string, limit: number | null, run: () => Promise<unknown>) =>
    lines.push({ what, ...(await measureCost(table, 5, run)), limit })
  await add('audit log, first page', 10, () => listAudit(context, page))
  await add('audit log, the newest', 2.5, () => listAudit(context, { ...page, limit: 1 }))
  await add('ledger, first page', 10, () => listTransactions(context, page))
  await add('ledger, the newest', 2.5, () => listTransactions(context, { ...page, limit: 1 }))
  await add('ledger, of one type', null, () => listTransactions(context, { ...page, type: 'issue' }))
  await add('verify', null, () => verifyItem(context, id))
  return { title: `One item with ${rows.toLocaleString('en')} log rows`, lines, notes: [] }
}

/** A reader counts for so long, and the next one goes on. */
function repeatWhileBusy(run: () => Promise<unknown>): () => Promise<unknown> {
  return async () => {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'resource_busy') throw error
      }
    }
  }
}

function startLines(companyId: string) {
  const lines: Line[] = []
  const add = (what: string, cost: Cost, limit: number | null = null) => lines.push({ what, ...cost, limit })
  const list =
    (reader: Table, query: object = {}) =>
    () =>
      listAudit(makeContext(reader, companyId), { limit: 50, offset: 0, ...query })
  return { lines, add, list }
}

/** The first page of a day reads the counts of its blocks, too: it is included. */
function measurePage(
  table: Table,
  list: ReturnType<typeof startLines>['list'],
  reader: Table,
  offset: number,
): Promise<Cost> {
  return measureCost(table, 3, list(reader, { offset: Math.max(0, offset) }))
}

async function seedLog(
  table: Table,
  companyId: string,
  { rows, from, to }: { rows: number; from: number; to: number },
): Promise<{ companyId: string; written: LogCounts }> {
  console.error(`seeding a log of ${rows} rows …`)
  const written = new LogCounts()
  const random = makeRandom(rows)
  const makeRow = (number: number): LogRow => {
    const at = from + Math.floor((number * (to - from)) / rows)
    const user = `usr_${Math.floor(random() * users)}`
    const action = actions[Math.floor(random() * actions.length)] ?? 'update'
    const item = `itm_01K${String(Math.floor(random() * 20_000)).padStart(23, '0')}`
    return makeLogRow(companyId, {
      at,
      user,
      action,
      item,
      ...(action === 'update' ? { type: 'receive' as const } : {}),
    })
  }
  function* makeRows(): Generator<LogRow> {
    for (let number = 0; number < rows; number++) {
      const row = makeRow(number)
      written.add(row)
      yield row
    }
  }
  await putRows(table, makeRows())
  return { companyId, written }
}

/** Lists every combination of filters, and throws where a total differs from the number of rows written. */
async function checkTotals(written: LogCounts, totalOf: (filter: LogFilter) => Promise<number>): Promise<string> {
  const everyUser = [undefined, ...Array.from({ length: users }, (_, user) => `usr_${user}`)]
  let checked = 0
  for (const action of [undefined, ...auditActions]) {
    for (const user_id of everyUser) {
      const total = await totalOf({ action, user_id })
      if (total !== written.sum({ action, user_id }))
        throw new Error(`${action} by ${user_id}: ${total} entries told, ${written.sum({ action, user_id })} written`)
      checked += 1
    }
  }
  return `${written.rows.toLocaleString('en')} entries; the totals of all ${checked} combinations of action and user are exact`
}

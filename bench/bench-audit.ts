import { ulid } from 'ulid'
import { auditActions } from '../functions/domain/log/audit'
import { LogCounts, type LogFilter } from '../functions/domain/log/log-counts'
import { listAudit } from '../functions/operations/log/list-audit'
import type { Table } from '../functions/store/client'
import { byResource, keys, makeResource } from '../functions/store/schema'
import { makeContext } from '../testing/shop'
import { makeCaller } from '../testing/table'
import { type Cost, type Line, measureCost, type Section } from './measure'
import { makeRandom, putRows } from './seed'

const dayMs = 86_400_000
const days = 364
const users = 30

/** Measures a log of `rows` rows over 364 days: first and deep pages, with and without filters. */
export async function measureAudit(table: Table, rows: number): Promise<Section> {
  console.error(`seeding a log of ${rows} rows …`)
  const company = 'cmp_bench_log'
  const written = new LogCounts()
  await putRows(table, countWhile(makeLogRows(company, rows), written))
  const lines: Line[] = []
  const add = (what: string, cost: Cost, limit: number | null = null) => lines.push({ what, ...cost, limit })
  const list = (reader: Table, query: object) => () =>
    listAudit(makeContext(reader, makeCaller(company)), { limit: 50, offset: 0, ...query })
  add('first list of all: every day is counted', await measureCost(table, 1, list({ ...table }, {})))
  add('cold, counted', await measureCost(table, 3, list({ ...table }, {})))
  const warm = { ...table }
  const { total } = await list(warm, {})()
  add('warm, first page', await measureCost(table, 15, list(warm, {})), 2)
  for (const part of [0.1, 0.5, 0.9, 1])
    add(
      `warm, page at ${part * 100} %`,
      await measureCost(table, 3, list(warm, { offset: Math.max(0, Math.floor(total * part) - 50) })),
      300,
    )
  add('warm, deletes of one user', await measureCost(table, 3, list(warm, { action: 'delete', user_id: 'usr_7' })))
  add(
    'warm, one week',
    await measureCost(table, 3, list(warm, { since: Date.now() - 30 * dayMs, until: Date.now() - 23 * dayMs })),
  )
  const combinations = await checkTotals(written, async (filter) => (await list(warm, { ...filter, limit: 1 })()).total)
  return { title: `Audit log of ${rows.toLocaleString('en')} entries`, lines, notes: [`${combinations}.`] }
}

function* countWhile<LogRow extends object>(rows: Iterable<LogRow>, counts: LogCounts): Generator<LogRow> {
  for (const row of rows) {
    counts.add(row)
    yield row
  }
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
  return `${written.sum({})} entries; the totals of all ${checked} combinations of action and user are exact`
}

function* makeLogRows(companyId: string, count: number): Generator<Record<string, unknown>> {
  const random = makeRandom(count)
  const start = (Math.floor(Date.now() / dayMs) - days) * dayMs
  const actions = ['create', 'update', 'update', 'update', 'update', 'update', 'update', 'delete', 'restore', 'update']
  for (let number = 0; number < count; number++) {
    const at = start + Math.floor((number * days * dayMs) / count)
    const id = `itm_${ulid(start + Math.floor(random() * 20_000))}`
    const user_id = `usr_${Math.floor(random() * users)}`
    yield {
      ...keys.log(companyId, ulid(at), 0),
      [byResource.partition]: makeResource('item', companyId, id),
      n: 1,
      action: actions[Math.floor(random() * actions.length)],
      resource_type: 'item',
      resource_id: id,
      item_id: id,
      sku: `SKU-${number}`,
      rev: 2,
      after: JSON.stringify([
        'Bolt, zinc plated, M8 × 40',
        `SKU-${number}`,
        7,
        'WH1-A7-S7',
        null,
        5,
        at,
        at,
        null,
        null,
        2,
      ]),
      changes: { location: ['WH1-A7-S6', 'WH1-A7-S7'] },
      user_id,
      actor_type: 'api_key',
      actor_id: 'key_01K0000000000000000000001',
      request_id: '3ed9cacf-8cca-4299-b012-6c2aa4e2241e',
      created_at: new Date(at).toISOString(),
    }
  }
}

import fc from 'fast-check'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { makeLogPage, readLogPage } from '../../functions/catalogue/log/log-page'
import { type LogFilter, makeLogMatcher } from '../../functions/domain/log/log-counts'
import { dayMs } from '../../functions/domain/time'
import { getTime, readLog } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { makeLogRow } from '../support/log-rows'
import { testProperty } from '../support/property'
import { putRows } from '../support/put-rows'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

// A log of 3 000 rows: 1 300 on the first day, 701 on the second (one of them in its first millisecond), 3 on the
// third, 896 on the fourth, and 100 on the fifth, the last of them 10 s ago. Half are by each of two users, every tenth
// moved no stock, and a few are deletes. It is read half an hour after the fourth midnight: three days are final, and
// the fourth is over.

const start = Math.floor(noon / dayMs) * dayMs
const at = (day: number, minutes = 0) => start + day * dayMs + minutes * 60_000
const now = at(4, 30)
const companyId = 'cmp_1'

const engine = useTable()
let log: LogRow[]
/** A process that has read the log before. */
let warm: Table

function makeRow(n: number, time: number): LogRow {
  const type = n % 10 === 0 ? undefined : n % 3 === 0 ? 'issue' : 'receive'
  const action = n % 97 === 0 ? 'delete' : n < 5 ? 'create' : 'update'
  return makeLogRow(companyId, { at: time, user: `usr_${n % 2}`, action, ...(type === undefined ? {} : { type }) })
}

beforeAll(async () => {
  const spread = (count: number, from: number, to: number) =>
    Array.from({ length: count }, (_, n) => from + Math.floor((n * (to - from)) / count))
  const times = [
    ...spread(1_300, at(0, 600), at(0, 660)),
    at(1),
    ...spread(700, at(1, 600), at(1, 660)),
    ...spread(3, at(2, 600), at(2, 660)),
    ...spread(896, at(3, 600), at(3, 660)),
    ...spread(100, at(4, 5), now - 10_000),
  ]
  const rows = times.map((time, n) => makeRow(n, time))
  await putRows(engine.table, rows)
  log = rows.sort((a, b) => (a.sk < b.sk ? 1 : -1))
  warm = { ...engine.table }
})
beforeEach(() => engine.setTime(now))

type Query = { since?: number; until?: number; filter?: LogFilter; limit?: number; offset?: number }

async function read(query: Query, table: Table = warm) {
  const { since, until, filter = {}, limit = 50, offset = 0 } = query
  const { rows, total } = await readLogPage(table, { companyId, since, until }, filter, { limit, offset })
  return { keys: rows.map(({ sk }) => sk), total }
}

function bruteForce({ since = -1, until = Infinity, filter = {}, limit = 50, offset = 0 }: Query) {
  const within = log.filter((row) => getTime(row) > since && getTime(row) <= until).filter(makeLogMatcher(filter))
  return { keys: within.slice(offset, offset + limit).map(({ sk }) => sk), total: within.length }
}

const queries: [string, Query][] = [
  ['the newest', {}],
  ['the last that are held, and the first that are not', { offset: 180 }],
  ['a page that ends with a day', { offset: 990, limit: 6 }],
  ['a page that begins with a day', { offset: 996, limit: 10 }],
  ['a page over three days', { offset: 960, limit: 100 }],
  ['a page over two blocks', { offset: 1_980, limit: 50 }],
  ['the beginning of a block', { offset: 2_000, limit: 10 }],
  ['the end of a block', { offset: 2_450, limit: 50 }],
  ['the oldest', { offset: 2_990 }],
  ['none, after the oldest', { offset: 3_100 }],
  ['a whole day', { since: at(1) - 1, until: at(2) - 1, offset: 200 }],
  ['all but the first millisecond of a day', { since: at(1), until: at(2) - 1 }],
  ['the end of a day', { since: at(1, 640), until: at(2) - 1, offset: 70 }],
  ['the beginning of a day', { since: at(0), until: at(0, 620) }],
  ['the middle of a day', { since: at(0, 610), until: at(0, 650), offset: 300 }],
  ['up to a stamp', { until: at(1, 615) + 10, offset: 30 }],
  ['from a stamp on, exclusive', { since: at(0, 645) }],
  ['from a stamp on that is held', { since: at(4, 6) }],
  ['up to a stamp that is held', { until: at(4, 10) }],
  ['a time without rows', { since: at(2, 700), until: at(3) - 1 }],
  ['a time before all rows', { until: at(0) - 1 }],
  ['what one user did', { filter: { user_id: 'usr_1' }, offset: 1_110 }],
  ['what one user did on a day', { filter: { user_id: 'usr_1' }, since: at(0) - 1, until: at(1) - 1 }],
  ['rare rows of all days', { filter: { action: 'delete' }, offset: 5 }],
  ['an action that is only on the first day', { filter: { action: 'create' } }],
  ['a type that is on none', { filter: { type: 'count' } }],
  ['what moved stock', { filter: { moved: true }, offset: 2_650, limit: 100 }],
  ['what one user did up to a stamp', { filter: { user_id: 'usr_0' }, until: at(1, 633) + 5, offset: 20 }],
]

const minutes = fc.integer({ min: -60, max: 5 * 1_440 })
const times = minutes.map((each) => at(0, each))
const anyTime = fc.option(times, { nil: undefined })
const anyQuery = fc.record({
  since: anyTime,
  until: anyTime,
  filter: fc.record({
    action: fc.constantFrom(undefined, undefined, 'update', 'delete'),
    user_id: fc.constantFrom(undefined, undefined, 'usr_1'),
    type: fc.constantFrom(undefined, undefined, 'issue'),
    moved: fc.constantFrom(undefined, true),
  }),
  limit: fc.constantFrom(1, 50, 100),
  offset: fc.nat({ max: 3_000 }),
}) as fc.Arbitrary<Query>

/** The blocks are stored by the first test, and the days by the night after the second. */
describe.each(['nothing', 'blocks', 'blocks and days'])('where the log has %s counted', (counted) => {
  beforeAll(async () => {
    if (counted === 'blocks and days') await finishDays(engine.table, companyId)
    warm = { ...engine.table }
  })

  test.each(chooseCases(queries, 1, chooseSeed()))('a page with %s: %j', async (_, query) => {
    expect(await read(query)).toEqual(bruteForce(query))
  })

  testProperty('any page', { of: [anyQuery], runs: chooseSize({ quick: 3, thorough: 60 }) }, async (query) =>
    expect(await read(query)).toEqual(bruteForce(query)),
  )
})

test.each<[string, Query, number]>([
  ['the rows that are held alone', {}, 1],
  ['no block that the offset skips', { offset: 2_500, limit: 10 }, 2],
  ['each day that the page shows', { offset: 960, limit: 100 }, 4],
  ['no day that ends where the page begins', { offset: 996, limit: 3 }, 2],
  ['both blocks that the page shows', { offset: 1_980, limit: 50 }, 3],
  ['a block that is partly in the range, for its total', { until: at(0, 610) }, 2],
  ['no day outside of the range', { since: at(1) - 1, until: at(2) - 1, limit: 10 }, 2],
  ['no day for its total', { since: at(0) - 1, until: at(5) - 1, limit: 10 }, 1],
])('a warm page reads the last seconds, and %s', async (_, query, calls) => {
  await read(query) // opens the days that it shows
  expect(await measureCharge(engine.table, () => read(query))).toMatchObject({ calls })
})

test('the blocks of a day are read once', async () => {
  const table = { ...engine.table }
  await read({}, table)
  const deep = { offset: 1_500, limit: 10 }
  expect((await measureCharge(engine.table, () => read(deep, table))).calls).toBe(3)
  expect((await measureCharge(engine.table, () => read({ ...deep, offset: 1_200 }, table))).calls).toBe(2)
})

/** What a row costs, read strongly among those of the first day. */
const measureRow = async () => {
  const { units } = await measureCharge(engine.table, async () => {
    for await (const _ of readLog(engine.table, { companyId, since: at(0) - 1, until: at(1) - 1 }));
  })
  return units / 1_300
}

test('a page is read from the nearer end of its block, for half the cost of a strong read', async () => {
  const cost = async (offset: number) =>
    (await measureCharge(engine.table, () => read({ since: at(0) - 1, until: at(1) - 1, offset, limit: 10 }))).units
  await cost(0) // three blocks: 500, 500 and 300 rows
  const each = (await measureRow()) / 2
  expect(await cost(0)).toBeLessThan(1 + 10 * each + 1)
  expect(await cost(280)).toBeLessThan(1 + 20 * each + 1)
  expect(await cost(540)).toBeLessThan(1 + 250 * each + 1)
  expect(await cost(1_285)).toBeLessThan(1 + 15 * each + 1)
})

test('a page of rows that were read already has their number', () => {
  const { rows, ...rest } = makeLogPage(log, { limit: 2, offset: 1 })
  expect(rest).toEqual({ total: log.length, limit: 2, offset: 1 })
  expect(rows.map(({ sk }) => sk)).toEqual(log.slice(1, 3).map(({ sk }) => sk))
})

test('a cold page reads what is counted, and the newest rows', async () => {
  const { calls, units } = await measureCharge(engine.table, () => read({ limit: 10 }, { ...engine.table }))
  expect(calls).toBeLessThanOrEqual(6) // the days, the blocks, the last seconds, and up to 500 rows by 200
  expect(units).toBeLessThan(((await measureRow()) * log.length) / 4)
})

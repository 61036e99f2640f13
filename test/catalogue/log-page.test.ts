import { makeLogPage, readLogPage } from '../../functions/catalogue/log/log-page'
import type { LogFilter } from '../../functions/domain/log/log-counts'
import { makeLogMatcher } from '../../functions/domain/log/log-counts'
import { dayMs } from '../../functions/domain/time'
import { getTime, readLog } from '../../functions/store/log/log-reader'
import type { Row } from '../../functions/store/schema'
import { measureCharge } from '../../testing/capacity'
import { makeShop, openShop, type Shop } from '../../testing/shop'
import { makeCaller, noon, startTestTable, type TestTable } from '../../testing/table'

// A log of 240 movements on each of three days, half of them by each of two users, and of one in the first millisecond
// of the second day. It is read on the fourth day. A process holds the newest 200 rows of closed days: those of the
// third day. It counts the others, and reads them from the log.

const dayOf = (number: number) => (Math.floor(noon / dayMs) + number) * dayMs
const at = (number: number, minutes: number) => noon + number * dayMs + minutes * 60_000

let engine: TestTable
let shop: Shop
let log: Row[]

beforeAll(async () => {
  engine = await startTestTable()
  engine.setTime(noon)
  shop = await openShop(engine.table)
  const other = makeShop(engine.table, { ...makeCaller(shop.companyId), userId: 'usr_2' })
  const { id } = await shop.stockItem('A', 1)
  for (let day = 0; day < 3; day++) {
    engine.setTime(dayOf(1))
    if (day === 1) await shop.move({ type: 'receive', quantity: 1, item_id: id })
    for (let bulk = 0; bulk < 6; bulk++) {
      engine.setTime(noon + day * dayMs + bulk * 60_000)
      const type = bulk === 0 ? 'return' : 'receive'
      await (bulk % 2 === 0 ? shop : other).move(...Array(40).fill({ type, quantity: 1, item_id: id }))
    }
  }
  engine.setTime(noon + 3 * dayMs)
  log = (await shop.log()).reverse()
})
afterAll(() => engine.stop())

type Query = { since?: number; until?: number; filter?: LogFilter; limit?: number; offset?: number }

async function read({ since, until, filter = {}, limit = 50, offset = 0 }: Query) {
  const range = { companyId: shop.companyId, since, until }
  const { rows, total } = await readLogPage(engine.table, range, filter, { limit, offset })
  return { keys: rows.map(({ sk }) => sk), total }
}

function bruteForce({ since = -1, until = Infinity, filter = {}, limit = 50, offset = 0 }: Query) {
  const within = log.filter((row) => getTime(row) > since && getTime(row) <= until).filter(makeLogMatcher(filter))
  return { keys: within.slice(offset, offset + limit).map(({ sk }) => sk), total: within.length }
}

test.each<[string, Query]>([
  ['the newest', {}],
  ['the last that are held, and the first that are not', { offset: 180 }],
  ['a page that ends with a day', { offset: 230, limit: 10 }],
  ['a page that begins with a day', { offset: 240, limit: 10 }],
  ['a page over two days', { offset: 460, limit: 100 }],
  ['the oldest', { offset: 700 }],
  ['none, after the oldest', { offset: 800 }],
  ['a whole day', { since: dayOf(1) - 1, until: dayOf(2) - 1, offset: 200 }],
  ['all but the first millisecond of a day', { since: dayOf(1), until: dayOf(2) - 1 }],
  ['the end of a day', { since: at(1, 3), until: dayOf(2) - 1, offset: 70 }],
  ['the beginning of a day', { since: dayOf(0), until: at(0, 2) }],
  ['up to a stamp', { until: at(1, 1) + 10, offset: 30 }],
  ['from a stamp on, exclusive', { since: at(0, 5) }],
  ['from a stamp on that is held', { since: at(2, 4) }],
  ['up to a stamp that is held', { until: at(2, 4) }],
  ['a time without rows', { since: at(1, 6), until: dayOf(2) - 1 }],
  ['a time before all rows', { until: dayOf(0) - 1 }],
  ['what one user did', { filter: { user_id: 'usr_2' }, offset: 110 }],
  ['what one user did on a day', { filter: { user_id: 'usr_1' }, since: dayOf(0) - 1, until: dayOf(1) - 1 }],
  ['a type that is on each day', { filter: { type: 'return' }, offset: 35, limit: 60 }],
  ['a type that is only on the first day', { filter: { type: 'initial' } }],
  ['a type that is on none', { filter: { type: 'issue' } }],
  ['what moved stock', { filter: { moved: true }, offset: 650, limit: 100 }],
  ['what one user did up to a stamp', { filter: { user_id: 'usr_2' }, until: at(1, 3) + 5, offset: 20 }],
])('a page of the log with %s: %j', async (_, query) => {
  expect(await read(query)).toEqual(bruteForce(query))
})

test.each<[string, Query, number]>([
  ['the rows that are held alone', {}, 1],
  ['no day that the offset skips', { offset: 500, limit: 10 }, 2],
  ['each day that the page shows', { offset: 460, limit: 100 }, 3],
  ['no day that ends where the page begins', { offset: 240, limit: 10 }, 2],
  [
    'a day at once, where a filter passes over some of its rows',
    { filter: { user_id: 'usr_1', action: undefined }, offset: 241, limit: 110 },
    2,
  ],
  ['a day that is partly in the range, for its total', { until: at(0, 2) }, 2],
  ['no day outside of the range', { since: dayOf(1) - 1, until: dayOf(2) - 1, limit: 10 }, 2],
  ['no day for its total', { since: dayOf(0) - 1, until: dayOf(3) - 1, limit: 10 }, 1],
])('a warm page reads the last seconds, and %s', async (_, query, calls) => {
  await read({})
  expect(await measureCharge(engine.table, () => read(query))).toMatchObject({ calls })
})

test('a page of an old day costs what its rows take, and not what the day takes', async () => {
  await read({})
  const filter = { user_id: undefined, action: undefined }
  const [small, large] = [10, 200].map((limit) => ({ since: dayOf(0) - 1, until: dayOf(1) - 1, limit, filter }))
  const { units } = await measureCharge(engine.table, () => read(small ?? {}))
  expect(units).toBeLessThan((await measureCharge(engine.table, () => read(large ?? {}))).units)
})

test('rows of closed days are read for half the cost: they are settled', async () => {
  await read({})
  const range = { companyId: shop.companyId, since: dayOf(0) - 1, until: dayOf(1) - 1 }
  const strong = await measureCharge(engine.table, async () => {
    for await (const _ of readLog(engine.table, range));
  })
  const page = await measureCharge(engine.table, () => read({ ...range, limit: 250 }))
  expect(page.units).toBeLessThanOrEqual(strong.units / 2 + 1.5)
})

test('a page of rows that were read already has their number', () => {
  const { rows, ...rest } = makeLogPage(log, { limit: 2, offset: 1 })
  expect(rest).toEqual({ total: log.length, limit: 2, offset: 1 })
  expect(rows.map(({ sk }) => sk)).toEqual(log.slice(1, 3).map(({ sk }) => sk))
})

test('a cold page reads what is counted, the rows of today and the newest 200 before', async () => {
  const range = { companyId: shop.companyId }
  const readCold = () => readLogPage({ ...engine.table }, range, {}, { limit: 10, offset: 0 })
  const { calls, units } = await measureCharge(engine.table, readCold)
  expect(calls).toBe(3)
  const everything = await measureCharge(engine.table, async () => {
    for await (const _ of readLog(engine.table, range));
  })
  expect(units).toBeLessThan(everything.units / 4)
})

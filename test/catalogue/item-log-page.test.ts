import fc from 'fast-check'
import { makeLogMatcher } from '../../functions/domain/log/log-counts'
import { listAudit } from '../../functions/operations/log/list-audit'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { verifyItem } from '../../functions/operations/stock/verify-item'
import { getTime } from '../../functions/store/log/log-reader'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { makeLaggingTable } from '../support/lagging-table'
import { testProperty } from '../support/property'
import { rehearse } from '../support/rehearse'
import { openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'
import { forgetWriteRate } from '../support/write-rate'

// An item with 150 log rows: 100 in the hour before noon, 50 in the 14 s before it. Two thirds moved stock. Some
// reverse others. Two other items are changed beside it.

const engine = useTable()
let shop: Shop
let log: LogRow[]
let itemId: string

beforeAll(async () => {
  engine.setTime(noon - 3_600_000)
  shop = await openShop(engine.table)
  const item = await shop.stockItem('A', 5)
  const other = await shop.stockItem('B', 5)
  itemId = item.id
  for (let n = 1; n < 150; n++) {
    const ago = n < 100 ? 3_600_000 - n * 30_000 : 14_000 - (n - 100) * 250
    engine.setTime(noon - ago)
    const movement = { type: n % 2 ? 'receive' : 'issue', quantity: 1 } as const
    if (n % 3 === 0) await shop.updateItem(itemId, { location: `Aisle ${n}` })
    else if (n % 10 === 0) await shop.reverse(await findMovement(n % 20 === 0 ? 3 : 40))
    else await shop.move({ ...movement, item_id: itemId }, { ...movement, type: 'receive', item_id: other.id })
  }
  log = (await shop.log())
    .map(parseLogRow)
    .filter(({ item_id }) => item_id === itemId)
    .reverse()
})

/** A movement of the item that can be reversed: one that is `back` rows old or older, if there is one. */
async function findMovement(back: number): Promise<string> {
  const { rows } = await listTransactions(shop.context, { item_id: itemId, limit: 100, offset: 0 })
  const reversible = rows.filter((row) => row.reversed_by === null && ['issue', 'receive'].includes(row.type))
  return reversible[Math.min(back, reversible.length - 1)]?.id ?? ''
}

test('the story is what it says', () => {
  expect(log).toHaveLength(150)
  expect(log.filter((row) => getTime(row) > noon - 15_000)).toHaveLength(50)
  expect(log.filter((row) => row.reversal_of !== undefined).length).toBeGreaterThan(5)
  expect(log.map(({ rev }) => rev)).toEqual(log.map((_, index) => 150 - index))
})

const ago = fc.oneof(fc.nat({ max: 20_000 }), fc.nat({ max: 3_700_000 }), fc.nat({ max: 149 }))
const times = ago.map((ms) => noon - ms)
const time = fc.option(times, { nil: undefined })
const query = fc.record({
  since: time,
  until: time,
  action: fc.constantFrom(undefined, undefined, undefined, 'update' as const),
  user_id: fc.constantFrom(undefined, undefined, undefined, 'usr_1', 'usr_2'),
  type: fc.constantFrom(undefined, undefined, undefined, 'issue' as const, 'reversal' as const),
  limit: fc.constantFrom(1, 7, 50, 100),
  offset: fc.constantFrom(0, 0, 3, 60, 149, 200),
})
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

/** Which of the unsettled rows the index shows, by position, and whether it shows their latest marks. */
const lag = fc.record({
  shown: fc.oneof(fc.constant(Array(50).fill(true)), fc.array(fc.boolean(), { minLength: 50, maxLength: 50 })),
  marks: fc.boolean(),
})
type Lag = typeof lag extends fc.Arbitrary<infer Value> ? Value : never

function makeTable({ shown, marks }: Lag) {
  const unsettled = log.slice(0, 50)
  const hidden = new Set(unsettled.filter((_, position) => !shown[position]).map(({ sk }) => sk))
  const lately = new Set(unsettled.map(({ reversal_of }) => reversal_of))
  return makeLaggingTable(engine.table, (row) => {
    if (hidden.has(String(row.sk))) return null
    const { reversed_by, ...before } = row
    return marks || !lately.has(`txn_${String(row.sk).replace('#', '')}`) ? row : before
  })
}

function bruteForce({ since = -1, until = Infinity, limit, offset, ...filter }: Query & { moved?: boolean }) {
  const isWithin = (row: LogRow) => getTime(row) > since && getTime(row) <= until
  const rows = log.filter((row) => isWithin(row) && makeLogMatcher(filter)(row))
  const shown = rows.slice(offset, offset + limit)
  return { total: rows.length, ids: shown.map(({ sk }) => sk.replace('#', '')), shown }
}

testProperty(
  'any page of the audit log and of the ledger is what the log says, however the index lags behind',
  { of: [query, lag], runs: chooseSize({ quick: 6, thorough: 150 }) },
  async (asked, behind) => {
    const context = { ...shop.context, table: makeTable(behind) }
    const { type, ...ofAudit } = asked
    const audit = await listAudit(context, { ...ofAudit, item_id: itemId })
    const expected = bruteForce({ ...ofAudit, type: undefined })
    expect([audit.total, audit.rows.map(({ id }) => id.slice(4))]).toEqual([expected.total, expected.ids])
    const { action, ...ofLedger } = asked
    const ledger = await listTransactions(context, { ...ofLedger, item_id: itemId })
    const moved = bruteForce({ ...ofLedger, action: undefined, moved: true })
    const marks = moved.shown.map(({ reversed_by }) => reversed_by ?? null)
    expect([ledger.total, ledger.rows.map(({ id }) => id.slice(4))]).toEqual([moved.total, moved.ids])
    expect(ledger.rows.map(({ reversed_by }) => reversed_by)).toEqual(marks)
  },
)

testProperty(
  'the item verifies, however the index lags behind',
  { of: [lag], runs: chooseSize({ quick: 2, thorough: 10 }) },
  async (behind) => {
    const transactions = log.filter(({ type }) => type !== undefined).length
    const context = { ...shop.context, table: makeTable(behind) }
    expect(await verifyItem(context, itemId)).toMatchObject({ consistent: true, transactions })
  },
)

rehearse('beside many other writes, the log itself is read only where the index lacks a row', async () => {
  for (let times = 0; times < 10; times++) {
    await forgetWriteRate(shop)
    await shop.move(...Array(40).fill({ type: 'receive', quantity: 1, sku: 'B' }))
  }
  const read = (table: Table) => () =>
    listTransactions({ ...shop.context, table }, { item_id: itemId, limit: 1, offset: 0 })
  // The item, the newest row, and the oldest one for the total.
  expect(await measureCharge(engine.table, read(engine.table))).toEqual({ units: 2, calls: 3 })
  const lagging = makeTable({ shown: [false, ...Array(49).fill(true)], marks: true })
  expect((await measureCharge(engine.table, read(lagging))).units).toBeGreaterThan(50)
})

import { openLocalTable } from '../../cli/target'
import { decideItemUpdate, type Item } from '../../functions/domain/items/item'
import { takeObservations } from '../../functions/metrics'
import { Reader } from '../../functions/store/commit/reader'
import { observeClock } from '../../functions/store/sdk/clock-difference'
import { keys, type Row } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { Tries, WriteConflict } from '../../functions/store/table/tries'
import { clockSkewMs, lateWaitMs, sendWithinMs, settledAfterMs } from '../../functions/store/time/timing'
import { makeUlid } from '../../functions/store/time/ulids'
import { measureCharge } from '../support/capacity'
import { failWith } from '../support/client'
import { lost, startFaultyEngine } from '../support/faults/faulty-engine'
import { makeShop, openShop, type Shop } from '../support/shop'
import { noon, patience, useTable } from '../support/table'

const engine = useTable()

/** Changes that would show it if they took effect twice. */
const changes: [string, (shop: Shop, item: Item) => Promise<unknown>][] = [
  [
    'an update',
    (shop, { id }) => shop.changeItem(id, (item, at) => decideItemUpdate(item, { quantity: item.stock.total + 5 }, at)),
  ],
  ['a transaction', (shop, { id }) => shop.move({ type: 'receive', quantity: 5, item_id: id })],
]
const faults = ['reset after', 'reset before'] as const
const cases = changes.flatMap(([name, change]) => faults.map((fault) => [name, fault, change] as const))

test.each(cases)('%s, with %s several times: it is sent again, and takes effect once', async (_, fault, change) => {
  const shop = await openShop(engine.table)
  const item = await shop.stockItem('A')
  let faults = 4 // more than the SDK tries on its own
  const proxy = await startFaultyEngine(engine.endpoint, ({ operation }) =>
    operation === 'TransactWriteItems' && faults-- > 0 ? lost[fault] : null,
  )
  const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
  await change(makeShop(unreliable, shop.who), item).finally(proxy.stop)
  expect(faults).toBeLessThanOrEqual(0)
  expect(await shop.getItem(item.id)).toMatchObject({ stock: { total: 5 }, rev: 2, sequence: 1 })
})

/** A table whose process is frozen, with its timers, for so long before the `nth` sending of a transaction, from 1. */
function openFrozenTable(nth: number, ms: number, endpoint = engine.endpoint) {
  const table = openLocalTable(engine.table.name, endpoint, { ...patience, sendMs: sendWithinMs })
  let [frozen, sendings] = [0, 0]
  table.db.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'TransactWriteItemsCommand' && ++sendings === nth) frozen += ms
        return next(args)
      },
    { step: 'finalizeRequest', priority: 'low', name: 'freeze' },
  )
  return {
    table: { ...table, now: () => engine.table.now() + frozen, sleep: async () => {} },
    countSendings: () => sendings,
  }
}

test('a transaction that became too old before it was sent is made anew, with a new stamp', async () => {
  const shop = await openShop(engine.table)
  const { table, countSendings } = openFrozenTable(1, sendWithinMs + 1)
  await makeShop(table, shop.who).createItem()
  expect(countSendings()).toBe(2)
  const [row] = await shop.log()
  expect(row?.created_at).toBe(new Date(table.now()).toISOString())
})

test('one that is as old as it may be is sent', async () => {
  const { who } = await openShop(engine.table)
  const { table, countSendings } = openFrozenTable(1, sendWithinMs)
  await makeShop(table, who).createItem()
  expect(countSendings()).toBe(1)
})

test('one whose first sending was lost is not sent again when it is too old, and its outcome is not known', async () => {
  const shop = await openShop(engine.table)
  let faults = 1
  const proxy = await startFaultyEngine(engine.endpoint, ({ operation }) =>
    operation === 'TransactWriteItems' && faults-- > 0 ? lost['reset before'] : null,
  )
  const { table, countSendings } = openFrozenTable(2, sendWithinMs + 1, proxy.endpoint)
  const late = makeShop(table, shop.who).createItem().finally(proxy.stop)
  await expect(late).rejects.toThrow('too old to be sent again')
  expect(countSendings()).toBe(2)
})

const row = { pk: 'A', sk: 'B', rev: 2 }

/** Tries until `count` conflicts have come, or until one has brought its rows. Returns what each has brought. */
async function conflict(busy: boolean, count: number): Promise<(Row[] | null)[]> {
  const tries = new Tries(engine.table)
  const brought: (Row[] | null)[] = []
  while (brought.length < count && !brought.at(-1)) brought.push(await tries.waitAfter(new WriteConflict([row], busy)))
  return brought
}

test('after a conflict, a change reads again, and goes on with the rows that came back when it has waited for long', async () => {
  const brought = await conflict(false, 1_000)
  expect(brought.length).toBeGreaterThan(1)
  expect(brought.at(-1)).toEqual([row])
})

test('a change that DynamoDB has no capacity for always reads again', async () => {
  expect(await conflict(true, 5)).toEqual(Array(5).fill(null))
})

test('the reader of a change reads what it does not know, and what it must forget', async () => {
  const shop = await openShop(engine.table)
  const ids = [await shop.stockItem('A'), await shop.stockItem('B'), await shop.stockItem('C')].map(({ id }) => id)
  const reader = new Reader(engine.table, shop.companyId, true)
  const read = async () => [...(await reader.items(ids)).values()].map(({ sku }) => sku)
  const key = keys.item(shop.companyId, String(ids[1]))
  reader.renew([{ ...(await findRow(engine.table, key)), ...key, sku: 'changed' }])
  const expectCharge = async (skus: string[], charge: { units: number; calls: number }) =>
    expect(await measureCharge(engine.table, async () => expect(await read()).toEqual(skus))).toEqual(charge)
  await expectCharge(['A', 'changed', 'C'], { units: 2, calls: 1 })
  await expectCharge(['A', 'changed', 'C'], { units: 0, calls: 0 })
  reader.renew(null)
  await expectCharge(['A', 'B', 'C'], { units: 3, calls: 1 })
})

test('a cancellation that nobody foresaw has no row in it: the log of a 500 has all fields of its error', async () => {
  const { table, companyId, stockItem } = await openShop(engine.table)
  const { id } = await stockItem('PRIVATE', 1)
  const row = { TableName: table.name, ExpressionAttributeNames: { '#name': 'name' } }
  const Update = { ...row, Key: keys.company(companyId), UpdateExpression: 'SET #name = #name + :one' }
  const condition = { ConditionExpression: '#name = :none', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
  const ConditionCheck = { ...row, ...condition, Key: keys.item(companyId, id) }
  const sent = transact(table, [
    { action: { ConditionCheck: { ...ConditionCheck, ExpressionAttributeValues: { ':none': 'none' } } } },
    { action: { Update: { ...Update, ExpressionAttributeValues: { ':one': 1 } } } },
  ])
  const error = await failWith(sent)
  expect(error).toMatchObject({ name: 'TransactionCanceledException' })
  expect(JSON.stringify(error)).toMatch('ConditionalCheckFailed')
  expect(JSON.stringify(error)).not.toMatch('PRIVATE')
})

// Clocks, and what is made of times.

const date = new Date(noon).toUTCString() // DynamoDB's clock is anywhere in this second

beforeEach(() => void takeObservations())

test.each([
  ['as fast as DynamoDB’s', date, [0, 5], {}],
  ['2 s ahead, for all that is known', date, [3_000, 3_005], {}],
  ['more than 2 s ahead', date, [3_001, 3_005], { ClockDifference: 2_001 }],
  ['2 s behind', date, [-2_010, -2_000], {}],
  ['more than 2 s behind', date, [-2_010, -2_001], { ClockDifference: 2_001 }],
  ['unknown while the call took long', date, [-20_000, 20_000], {}],
  ['not compared where the answer has no date', undefined, [0, 5], {}],
  ['not compared where the date is none', 'soon', [0, 5], {}],
] as const)('a clock that is %s', (_, header, [sentAfter, nowAfter], observed) => {
  observeClock(header, noon + sentAfter, noon + nowAfter)
  expect(Object.fromEntries(takeObservations())).toEqual(observed)
})

test('the largest difference of an invocation is what counts', () => {
  for (const ahead of [4_000, 9_000, 6_000]) observeClock(date, noon + ahead, noon + ahead)
  expect(Object.fromEntries(takeObservations())).toEqual({ ClockDifference: 8_000 })
})

test('the settle window covers a transaction’s way from its stamp to its last sending, clocks that disagree, and the wait of a late writer', () => {
  expect(settledAfterMs).toBeGreaterThanOrEqual(sendWithinMs + clockSkewMs + lateWaitMs)
})

test('ulids of one millisecond differ, and use every character', () => {
  const ulids = Array.from({ length: 2_000 }, () => makeUlid(noon)) // more than the bytes that are drawn at once
  expect(new Set(ulids).size).toBe(2_000)
  expect(new Set(ulids.map((ulid) => ulid.slice(0, 10))).size).toBe(1)
  const characters = new Set(ulids.flatMap((ulid) => [...ulid.slice(10)]))
  expect([...characters].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
})

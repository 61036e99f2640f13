import { createItem } from '../../functions/operations/items/item-changes'
import { writeItems } from '../../functions/operations/items/write-items'
import { runChange } from '../../functions/operations/run-change'
import type { Table } from '../../functions/store/client'
import { lateWaitMs } from '../../functions/store/timing'
import { bolt } from '../../testing/bolt'
import { interceptSends } from '../../testing/dying'
import { makeContext, makeShop, openShop, renderJson } from '../../testing/shop'
import { makeCaller, noon, startTestTable, type TestTable } from '../../testing/table'

// A change that is acknowledged late, or maybe not by its writer, is acknowledged when every later list includes it.

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

/** Collects the waits, in milliseconds. A transaction takes so long by the wall clock. */
function openSlowTable(transactionMs: number): { table: Table; waits: number[] } {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const slow = interceptSends(engine.table, async (send, command) => {
    const sent = await send(command)
    if (command.constructor.name === 'TransactWriteCommand') engine.setTime(engine.table.now() + transactionMs)
    return sent
  })
  return { table: { ...slow, sleep }, waits }
}

test.each([
  [1_000, []],
  [1_001, [lateWaitMs]],
])('a change that was committed %i ms after its stamp', async (ms, expected) => {
  const { companyId } = await openShop(engine.table)
  const { table, waits } = openSlowTable(ms)
  await makeShop(table, makeCaller(companyId)).createItem()
  expect(waits).toEqual(expected)
})

test('a change that took long by the monotonic clock, while the wall clock was set back', async () => {
  const { companyId } = await openShop(engine.table)
  const { table, waits } = openSlowTable(-60_000)
  const monotonic = jest.spyOn(performance, 'now')
  const started = performance.now()
  const slow = interceptSends(table, async (send, command) => {
    const sent = await send(command)
    monotonic.mockReturnValue(started + 5_000)
    return sent
  })
  await makeShop(slow, makeCaller(companyId)).createItem()
  monotonic.mockRestore()
  expect(waits).toEqual([lateWaitMs])
})

test.each([
  [0, lateWaitMs],
  [11_000, lateWaitMs],
  [14_000, 1_000],
  [15_000, null],
])('an answer that is replayed %i ms after its change waits %s ms', async (age, expected) => {
  const { companyId } = await openShop(engine.table)
  const { table, waits } = openSlowTable(0)
  const idempotency = { key: 'k', fingerprint: 'a'.repeat(43), row: null }
  const context = { ...makeContext(table, makeCaller(companyId)), idempotency }
  const create = () => runChange(context, (known) => createItem(known, bolt), renderJson)
  await create()
  engine.setTime(noon + age)
  expect(await create()).toMatchObject({ replayed: true })
  expect(waits).toEqual(expected === null ? [] : [expected])
})

test('a batch waits once for the rows that were committed before, and a new one not at all', async () => {
  const { companyId } = await openShop(engine.table)
  const { table, waits } = openSlowTable(0)
  const idempotency = { key: 'k', fingerprint: 'a'.repeat(43), row: null }
  const context = { ...makeContext(table, makeCaller(companyId)), idempotency }
  const create = () => writeItems(context, [{ create: bolt }, { create: { ...bolt, sku: 'B' } }], renderJson)
  await create()
  expect(waits).toEqual([])
  expect(await create()).toMatchObject([{ replayed: true }, { replayed: true }])
  expect(waits).toEqual([lateWaitMs])
})

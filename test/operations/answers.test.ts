import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { GetCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb'
import { createItem } from '../../functions/operations/items/item-changes'
import { writeItems } from '../../functions/operations/items/write-items'
import { updateOrder } from '../../functions/operations/orders/order-changes'
import { runChange } from '../../functions/operations/run-change'
import { createTransactions, tryTransactions } from '../../functions/operations/stock/create-transactions'
import { findAnswer, makeAnswerWrite } from '../../functions/store/commit/idempotency'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { lateWaitMs } from '../../functions/store/time/timing'
import { bolt } from '../support/bolt'
import { afterSends, interceptSends, makeDyingTable } from '../support/dying'
import { makeContext, makeMovementRow, makeShop, openShop, renderJson, type Shop } from '../support/shop'
import { makeCaller, noon, useTable } from '../support/table'

// A change that is acknowledged late, or maybe not by its writer, is acknowledged when every later list includes it.

const engine = useTable()

/** Collects the waits, in milliseconds. A transaction takes so long by the wall clock. */
function openSlowTable(transactionMs: number): { table: Table; waits: number[] } {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const slow = afterSends(engine.table, (command) => {
    if (command.constructor.name === 'TransactWriteCommand') engine.setTime(engine.table.now() + transactionMs)
  })
  return { table: { ...slow, sleep }, waits }
}

const openSlowShop = async (transactionMs: number) => {
  const { companyId } = await openShop(engine.table)
  return { companyId, ...openSlowTable(transactionMs) }
}

test.each([
  [1_000, []],
  [1_001, [lateWaitMs]],
])('a change that was committed %i ms after its stamp', async (ms, expected) => {
  const { companyId, table, waits } = await openSlowShop(ms)
  await makeShop(table, makeCaller(companyId)).createItem()
  expect(waits).toEqual(expected)
})

test('a change that took long by the monotonic clock, while the wall clock was set back', async () => {
  const { companyId, table, waits } = await openSlowShop(-60_000)
  const monotonic = jest.spyOn(performance, 'now')
  const started = performance.now()
  const slow = afterSends(table, () => monotonic.mockReturnValue(started + 5_000))
  await makeShop(slow, makeCaller(companyId)).createItem()
  monotonic.mockRestore()
  expect(waits).toEqual([lateWaitMs])
})

const answer = renderJson({ id: 'itm_1' })

/** Records an answer as another process does: this one does not know whether it was acknowledged. */
async function recordAnswer(companyId: string, row: number | null = null) {
  const idempotency = { key: 'k', fingerprint: 'a'.repeat(43), row }
  await transact(engine.table, [
    makeAnswerWrite(engine.table, companyId, { ...idempotency, provisional: false }, answer),
  ])
  return idempotency
}

test.each([
  [0, [lateWaitMs]],
  [11_000, [lateWaitMs]],
  [14_000, [1_000]],
  [15_000, []],
])('an answer that is repeated %i ms after its change waits %j ms', async (age, expected) => {
  const { companyId, table, waits } = await openSlowShop(0)
  const idempotency = await recordAnswer(companyId)
  engine.setTime(noon + age)
  expect(await findAnswer(table, companyId, idempotency)).toEqual(answer)
  expect(waits.map(Math.round)).toEqual(expected)
})

test('a process that has met the request before waits for what is left', async () => {
  const { companyId, table, waits } = await openSlowShop(0)
  const idempotency = await recordAnswer(companyId)
  const begun = performance.now()
  const monotonic = jest.spyOn(performance, 'now')
  for (const later of [0, 2_000, lateWaitMs]) {
    monotonic.mockReturnValue(begun + later)
    await findAnswer(table, companyId, idempotency)
  }
  monotonic.mockRestore()
  expect(waits.map(Math.round)).toEqual([lateWaitMs, lateWaitMs - 2_000])
})

test('a process that has answered the request does not wait', async () => {
  const { companyId, table, waits } = await openSlowShop(0)
  const idempotency = { key: 'k', fingerprint: 'a'.repeat(43), row: null }
  const context = { ...makeContext(table, makeCaller(companyId)), idempotency }
  const create = () => runChange(context, (known) => createItem(known, bolt), renderJson)
  await create()
  expect(await create()).toMatchObject({ replayed: true })
  expect(waits).toEqual([])
})

test('a batch waits for the rows that another process has committed', async () => {
  const { companyId, table, waits } = await openSlowShop(0)
  const idempotency = { ...(await recordAnswer(companyId, 0)), row: null }
  const context = { ...makeContext(table, makeCaller(companyId)), idempotency }
  const rows = [{ create: bolt }, { create: { ...bolt, sku: 'B' } }]
  expect(await writeItems(context, rows, renderJson)).toMatchObject([{ replayed: true }, { replayed: false }])
  expect(waits).toHaveLength(1)
})

test.each([
  [1_000, []],
  [1_001, [lateWaitMs]],
  [14_000, [1_000]],
  [15_000, []],
])('a PUT that changes nothing, %i ms after the change that it acknowledges', async (age, expected) => {
  const shop = await openShop(engine.table)
  const item = await shop.createItem({ name: 'Nut' })
  const { table, waits } = openSlowTable(0)
  engine.setTime(noon + age)
  await makeShop(table, shop.who).updateItem(item.id, { name: 'Nut' })
  expect(waits).toEqual(expected)
})

test('a PUT that changes nothing in an order waits, too', async () => {
  const shop = await openShop(engine.table)
  const order = await shop.order([{ item_id: (await shop.createItem()).id, quantity_ordered: 1 }], 'draft')
  const { table, waits } = openSlowTable(0)
  engine.setTime(noon + 5_000)
  await makeShop(table, shop.who).run((context) => updateOrder(context, order.id, { notes: null }, null))
  expect(waits).toEqual([lateWaitMs])
})

test('a batch waits once for all of its rows that change nothing', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(['A', 'B', 'C'].map((sku) => shop.stockItem(sku)))
  const { table, waits } = openSlowTable(0)
  engine.setTime(noon + 5_000)
  const rows = items.map(({ id }) => ({ id, revision: null, fields: {} }))
  await writeItems(makeContext(table, shop.who), rows, renderJson)
  expect(waits).toHaveLength(1)
})

test('the dry run of a count waits until lists have what the item has seen; other dry runs do not', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A', 13)
  const { table, waits } = openSlowTable(0)
  engine.setTime(noon + 5_000)
  const context = makeContext(table, shop.who)
  await tryTransactions(context, [makeMovementRow({ type: 'issue', quantity: 1, item_id: id })])
  expect(waits).toEqual([])
  const [drafted] = await tryTransactions(context, [makeMovementRow({ type: 'count', quantity: 14, item_id: id })])
  expect([waits, drafted?.id, drafted?.sequence]).toEqual([[lateWaitMs], null, 2])
})

describe('under an idempotency key', () => {
  const keyOf = (fingerprint: string) => ({ key: 'k', fingerprint: fingerprint.repeat(43), row: null })

  const issue = ({ context }: Shop, { table, fingerprint }: { table: Table; fingerprint: string }) => {
    const keyed = { ...context, table, idempotency: keyOf(fingerprint) }
    return runChange(
      keyed,
      () => createTransactions(keyed, [makeMovementRow({ type: 'issue', quantity: 1, sku: 'A' })]),
      ([issued]) => renderJson(issued),
    )
  }

  test('a batch that died has claimed its key only where a row of it was committed', async () => {
    const answer = (_: object, status: number) => ({ ...renderJson(null), status })
    let calls = 0
    for (let done = false; !done; calls++) {
      const shop = await openShop(engine.table)
      const write = (fingerprint: string, table: Table) => {
        const rows = ['1', '2'].map((number) => ({ create: { ...bolt, sku: fingerprint + number } }))
        return writeItems({ ...shop.context, table, idempotency: keyOf(fingerprint) }, rows, answer)
      }
      const dying = makeDyingTable(engine.table, 1 + (calls >> 1), { arrives: calls % 2 === 1 })
      const first = await write('a', dying).catch(() => [{ error: null }])
      done = first.every((row) => 'answer' in row)
      const committed = (await shop.log()).length > 0
      const other = write('b', engine.table)
      if (committed) await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
      else expect(await other).toMatchObject([{ answer: { status: 201 } }, { answer: { status: 201 } }])
    }
    expect(calls).toBeGreaterThan(6)
  })

  test('a retry that sees the change of its original, whose transaction is not over yet, waits for its record', async () => {
    const shop = await openShop(engine.table)
    await shop.stockItem('A', 1)
    const first = await issue(shop, { table: engine.table, fingerprint: 'a' })
    let conflicts = 2
    const halfCommitted = interceptSends(engine.table, async (send, command) => {
      const ofRecord = JSON.stringify(command.input).includes('IDEMPOTENCY#')
      if (ofRecord && command instanceof GetCommand) return {} // DynamoDB shows the row as it was
      if (ofRecord && command instanceof TransactGetCommand && conflicts-- > 0)
        throw new TransactionCanceledException({ message: 'conflict', $metadata: {} })
      return send(command)
    })
    const again = await issue(shop, { table: halfCommitted, fingerprint: 'a' })
    expect(again).toEqual({ answer: first.answer, replayed: true })
    expect(conflicts).toBeLessThan(0)
  })
})

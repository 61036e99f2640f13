import fc from 'fast-check'
import { Refusal } from '../../functions/domain/errors'
import { decideItemUpdate } from '../../functions/domain/items/item'
import type { RequestedMovement } from '../../functions/domain/stock/movement'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import { getTransaction } from '../../functions/operations/stock/get-transaction'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { keys, makeResource } from '../../functions/store/table/schema'
import { findRow, queryAll } from '../../functions/store/table/table'
import { settledAfterMs } from '../../functions/store/time/timing'
import { failWith } from '../support/client'
import { makeLaggingTable } from '../support/lagging-table'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { type Movement, makeMovementRow, openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
let shop: Shop
beforeEach(async () => {
  shop = await openShop(engine.table)
})

const everything = { limit: 100, offset: 0, sort: 'created_at' } as const

test('every change has its log row in the same transaction, with the ledger’s columns where stock moved', async () => {
  const { id } = await shop.createItem({ quantity: 100 })
  await shop.updateItem(id, { quantity: 90, location: 'A' })
  await shop.deleteItem(id)
  await shop.restoreItem(id)
  const log = await shop.log()
  const ofLedger = ['type', 'sequence', 'quantity_change', 'quantity_before', 'quantity_after'] as const
  expect(log.map((row) => [row.action, row.rev, row.n, ...ofLedger.map((name) => row[name])])).toEqual([
    ['create', 1, 1, 'initial', 1, 100, 0, 100],
    ['update', 2, 1, 'direct_update', 2, -10, 100, 90],
    ['delete', 3, 1, ...ofLedger.map(() => undefined)],
    ['restore', 4, 1, ...ofLedger.map(() => undefined)],
  ])
  expect(log.map((row) => row.expires_at !== undefined)).toEqual([false, false, true, true])
  expect(log[1]?.changes).toEqual({ quantity: [100, 90], location: [null, 'A'] })
  const ofItem = await queryAll(engine.table, {
    IndexName: 'by_resource',
    ConsistentRead: false,
    KeyConditionExpression: '#resource = :resource',
    ExpressionAttributeNames: { '#resource': 'resource' },
    ExpressionAttributeValues: { ':resource': makeResource('item', shop.companyId, id) },
  })
  expect(ofItem).toEqual(log)
})

test('50 creates of one SKU at once: one item, one guard, one log row', async () => {
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => shop.createItem()))
  const refused = tried.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(49).fill('sku_already_exists'))
  expect((await listItems(shop.context, everything)).total).toBe(1)
  expect(await shop.log()).toHaveLength(1)
})

rehearse('30 updates of one item at once all take effect, one after the other', async () => {
  const { id } = await shop.createItem()
  const addOne = () => shop.changeItem(id, (item, at) => decideItemUpdate(item, { quantity: item.stock.total + 1 }, at))
  await Promise.all(Array.from({ length: 30 }, addOne))
  expect(await shop.getItem(id)).toMatchObject({ stock: { total: 30 }, sequence: 30, rev: 31 })
  const log = await shop.log()
  expect(log.slice(1).map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

test('a restored item no longer expires', async () => {
  const { id } = await shop.createItem()
  const row = () => findRow(engine.table, keys.item(shop.companyId, id))
  await shop.deleteItem(id)
  expect((await row())?.expires_at).toBe(noon / 1_000 + 30 * 86_400 + 1)
  await shop.restoreItem(id)
  expect(await row()).not.toHaveProperty('expires_at')
})

test('after 30 days in trash an item is gone, whether or not its row has been swept', async () => {
  const { id } = await shop.createItem()
  const { item } = await shop.deleteItem(id)
  const purge = Date.parse(item.deleted_at ?? '') + 30 * 86_400_000
  engine.setTime(purge - 1)
  expect((await listTrash(shop.context, { limit: 1, offset: 0 })).total).toBe(1)
  engine.setTime(purge)
  expect((await listTrash(shop.context, { limit: 1, offset: 0 })).total).toBe(0)
  await expect(shop.restoreItem(id)).rejects.toMatchObject({ code: 'item_not_found' })
})

test('a change bears a later time than the one before, though the clock was put back', async () => {
  const { id } = await shop.createItem()
  engine.setTime(noon - 5_000)
  const { item } = await shop.updateItem(id, { name: 'Nut' })
  expect(Date.parse(item.updated_at)).toBe(noon + 1)
})

const all = { limit: 100, offset: 0 }
const atOnce = chooseSize({ quick: 6, thorough: 20 })

rehearse('movements of every type at once, of several items: every ledger verifies, row by row', async () => {
  const items = [await shop.stockItem('A', 50), await shop.stockItem('B', 50), await shop.stockItem('C', 50)]
  const movement = fc.oneof(
    fc.record({ type: fc.constantFrom('receive', 'issue', 'return'), quantity: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ type: fc.constant('adjust'), quantity: fc.constantFrom(-7, 7) }),
    fc.record({ type: fc.constant('count'), quantity: fc.nat({ max: 30 }) }),
  ) as fc.Arbitrary<RequestedMovement>
  const request = fc.array(fc.tuple(fc.nat({ max: 2 }), movement), { minLength: 1, maxLength: 4 })
  const requests = fc.sample(request, { seed: chooseSeed(), numRuns: 60 })
  const outcomes = await Promise.allSettled(
    requests.map((rows) => shop.move(...rows.map(([item, asked]) => ({ ...asked, item_id: items[item]?.id ?? '' })))),
  )
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'insufficient_stock' })
  const moved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  expect(moved.length).toBeGreaterThan(0)
  for (const { id } of items) {
    const verified = await shop.verifyItem(id)
    const { rows, total } = await listTransactions(shop.context, { ...all, item_id: id })
    expect(verified).toMatchObject({ consistent: true, transactions: total })
    const ledger = rows.reverse()
    expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, index) => index + 1))
    for (const [index, { quantity_before, quantity_change, quantity_after }] of ledger.entries()) {
      expect(quantity_after).toBe(quantity_before + quantity_change)
      expect(quantity_before).toBe(ledger[index - 1]?.quantity_after ?? 0)
    }
    expect(ledger.slice(1)).toEqual(expect.arrayContaining(moved.filter(({ item_id }) => item_id === id)))
  }
})

test('what is decided and not committed is what would be, and writes nothing', async () => {
  const { id } = await shop.stockItem('A', 5)
  const asked: Movement = { type: 'count', quantity: 9, item_id: id, reason: 'stocktake' }
  const { result: would } = await createTransactions(shop.context, [makeMovementRow(asked)])
  expect(await shop.log()).toHaveLength(1)
  const did = await shop.move(asked)
  expect(would).toEqual(did.map((each, index) => ({ ...each, id: would[index]?.id })))
})

test('40 rows of 40 items, and of one, in one transaction', async () => {
  const items = await Promise.all(Array.from({ length: 40 }, (_, index) => shop.stockItem(`S-${index}`, 1)))
  const each = await shop.move(...items.map(({ sku }) => ({ type: 'issue' as const, quantity: 1, sku })))
  expect(each.every(({ quantity_after }) => quantity_after === 0)).toBe(true)
  const one = await shop.move(...items.map(() => ({ type: 'receive' as const, quantity: 1, sku: 'S-0' })))
  expect(one.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => index + 3))
  const { rows } = await listTransactions(shop.context, { ...all, item_id: one[0]?.item_id })
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 42 }, (_, index) => 42 - index))
})

test('reversals of one transaction at once: it is reversed once', async () => {
  const { id } = await shop.stockItem('A', 5)
  const [issued] = await shop.move({ type: 'issue', quantity: 5, item_id: id })
  const tries = Array.from({ length: atOnce }, () => shop.reverse(issued?.id ?? '', { note: 'mistake' }))
  const outcomes = await Promise.allSettled(tries)
  const [done, ...more] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(more).toEqual([])
  expect(done).toMatchObject({ type: 'reversal', quantity_change: 5, reversal_of: issued?.id, note: 'mistake' })
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const error of refused) expect(error).toMatchObject({ code: 'invalid_state' })
  expect(await getTransaction(shop.context, issued?.id ?? '')).toMatchObject({ reversed_by: done?.id })
  expect((await shop.getItem(id)).stock.total).toBe(5)
})

test('a reversal shows itself in the item’s ledger at once, on a movement of long ago and an index that lags behind', async () => {
  const { id } = await shop.stockItem('A', 5)
  const [issued] = await shop.move({ type: 'issue', quantity: 2, item_id: id })
  const [other] = await shop.move({ type: 'issue', quantity: 1, item_id: id })
  engine.setTime(noon + 60_000)
  const before = new Map((await shop.log()).map((row) => [row.sk, row]))
  const table = makeLaggingTable(engine.table, ({ sk }) => before.get(sk) ?? null)
  const reversal = await shop.reverse(issued?.id ?? '')
  const marks = async (query: { until?: number } = {}) => {
    const { rows } = await listTransactions({ ...shop.context, table }, { ...all, item_id: id, ...query })
    return rows.map((row) => [row.id, row.reversed_by])
  }
  const old = [
    [other?.id, null],
    [issued?.id, reversal.id],
    [expect.any(String), null],
  ]
  expect(await marks()).toEqual([[reversal.id, null], ...old])
  expect(await marks({ until: noon + 30_000 })).toEqual(old)
})

test('an item in trash takes part in nothing, and its SKU names none', async () => {
  const { id } = await shop.stockItem('A', 5)
  const [issued] = await shop.move({ type: 'issue', quantity: 1, item_id: id })
  await shop.deleteItem(id)
  const message = "The item 'A' is in trash. Restore it first."
  const inTrash = { code: 'item_in_trash', field: 'item_id', message }
  await expect(shop.move({ type: 'receive', quantity: 1, item_id: id })).rejects.toMatchObject(inTrash)
  await expect(shop.reverse(issued?.id ?? '')).rejects.toMatchObject(inTrash)
  const order = shop.order([{ item_id: id, quantity_ordered: 1 }])
  await expect(order).rejects.toMatchObject({ code: 'item_in_trash', row: 0, part: 'item_id' })
  const bySku = shop.move({ type: 'receive', quantity: 1, sku: 'A' })
  const noSku = { code: 'item_not_found', field: 'sku', message: "There is no item with the SKU 'A'." }
  await expect(bySku).rejects.toMatchObject(noSku)
})

test('a change is in the item’s ledger at once, settled or not, and once', async () => {
  const { id } = await shop.stockItem('A', 5)
  const total = async () => (await listTransactions(shop.context, { ...all, item_id: id })).total
  for (let minute = 0; minute < 3; minute++) {
    engine.setTime(noon + minute * 60_000)
    await shop.move({ type: 'receive', quantity: 1, item_id: id })
    expect(await total()).toBe(minute + 2)
    engine.setTime(noon + minute * 60_000 + settledAfterMs + 1)
    expect(await total()).toBe(minute + 2)
  }
})

test('orders are numbered without a gap, however many are created at once', async () => {
  const { id } = await shop.stockItem('A')
  const order = () => shop.order([{ item_id: id, quantity_ordered: 1 }])
  const orders = await Promise.all(Array.from({ length: atOnce }, order))
  const numbers = orders.map(({ order_number }) => order_number).sort()
  expect(numbers).toEqual(Array.from({ length: atOnce }, (_, index) => `PO-${String(index + 1).padStart(6, '0')}`))
})

test('a refusal is a domain error, never the database’s', async () => {
  const error = await failWith(shop.move({ type: 'issue', quantity: 1, item_id: 'itm_nothing' }))
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code: 'item_not_found', field: 'item_id', message: 'There is no such item.' })
})

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { ulid } from 'ulid'
import type { Restore } from '../../functions/domain/snapshots/restore'
import { dayMs } from '../../functions/domain/time'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { answerOnce } from '../../functions/operations/run-change'
import { diffSnapshot } from '../../functions/operations/snapshots/diff-snapshot'
import { followRestore, getRestore } from '../../functions/operations/snapshots/get-restore'
import { getSnapshot } from '../../functions/operations/snapshots/get-snapshot'
import type { RestoreRequest } from '../../functions/operations/snapshots/restore-request'
import { runRestore } from '../../functions/operations/snapshots/run-restore'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { queryPartitions, type Table } from '../../functions/store/client'
import { findItem, readItemPartitions } from '../../functions/store/items/item-row'
import { keys, type Row } from '../../functions/store/schema'
import { tryLock } from '../../functions/store/snapshots/restore-lock'
import { readRestoreRows } from '../../functions/store/snapshots/restore-row'
import { type Command, interceptSends, makeDyingTable } from '../support/dying'
import { forkCompany, readRowsOfCompany } from '../support/fork'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext, openShop, renderJson, type Shop } from '../support/shop'
import { stockUp } from '../support/stock'
import { makeCaller, noon, useTable } from '../support/table'

const engine = useTable()
const { table } = engine

const whole = { mode: 'replace', item_ids: null } as const
const everything = { limit: 100, offset: 0 }

const take = async (shop: Shop) => (await takeSnapshot(shop.context, { name: null, type: 'manual' })).snapshot
const restore = async (shop: Shop, snapshot: { id: string }, request: RestoreRequest = whole) =>
  (await startRestore(shop.context, snapshot.id, request, renderJson)).restore
/** The same shop, on another table. */
const over = (shop: Shop, other: Table): Shop => ({ ...shop, context: { ...shop.context, table: other } })

/** A company whose 60 items have changed in every way since the snapshot: SKUs handed on among others. */
async function openChangedShop() {
  const shop = await openShop(table)
  const items = await stockUp(table, shop.companyId, 60, { since: noon - dayMs, quantity: (index) => index })
  const snapshot = await take(shop)
  const ids = items.map(({ id }) => id)
  for (const id of ids.slice(0, 10)) await shop.updateItem(id, { name: 'Nut', quantity: 500 })
  for (const id of ids.slice(10, 20)) await shop.deleteItem(id)
  for (const [index, id] of ids.slice(20, 26).entries()) await shop.updateItem(id, { sku: `RENAMED-${index}` })
  for (const [index, id] of ids.slice(30, 36).entries())
    await shop.updateItem(id, { sku: `S-${20 + index}`, location: 'WH1' })
  const added = []
  for (let n = 0; n < 6; n++) added.push((await shop.stockItem(`S-${30 + n}`, n)).id)
  return { shop, snapshot, ids: [...ids, ...added] }
}

/** All items of a company, those in trash too, without times. `consistent`: the ledger adds up to the quantity. */
async function readState(companyId: string) {
  const log = await queryPartitions(table, [keys.log(companyId, '', 0).pk])
  const items = []
  for (const pages of readItemPartitions(table, companyId)) for await (const page of pages) items.push(...page)
  return items
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ updated_at: _, created_at: __, restored, deleted_at, ...state }) => ({
      ...state,
      trashed: deleted_at !== null,
      restored: restored?.split('#')[1],
      consistent: isConsistent(log, state),
    }))
}

function isConsistent(log: Row[], { id, quantity, sequence }: { id: string; quantity: number; sequence: number }) {
  const ledger = log.filter((row) => row.item_id === id && row.type !== undefined)
  const dense = ledger.map((row) => row.sequence).every((number, index) => number === index + 1)
  const total = ledger.reduce((sum, row) => sum + Number(row.quantity_change), 0)
  return dense && ledger.length === sequence && total === quantity
}

/** The transaction that begins a restore. */
const begins = ({ input }: Command) => JSON.stringify(input).includes('last_restored_at = ')

/** The transaction that ends a slice. */
const endsSlice = ({ input }: Command) => JSON.stringify(input).includes('"cursor"')

/** Begins a restore, and leaves it to a worker that has not run yet. */
function handOver(shop: Shop, snapshot: { id: string }, request?: RestoreRequest): Promise<Restore> {
  const withoutSteps = interceptSends(table, async (send, command) => {
    if (JSON.stringify(command.input).includes('"restored"')) throw new Error('no step may be taken yet')
    return send(command)
  })
  return restore(over(shop, withoutSteps), snapshot, request)
}

/** A restore that was begun, and left to a worker that has not run yet. */
async function beginRestore(): Promise<{ shop: Shop; restore: Restore }> {
  const { shop, snapshot } = await openChangedShop()
  const begins = await handOver(shop, snapshot)
  expect(begins).toMatchObject({ status: 'running', done: 0, total: 38 })
  return { shop, restore: begins }
}

rehearse(
  'the worker, killed at any of its calls and run again, ends as one that was not disturbed',
  async () => {
    const { shop, restore: begins } = await beginRestore()
    const companyId = shop.companyId
    const rows = await readRowsOfCompany(table, companyId)
    const another = async () => {
      const id = `cmp_${ulid()}`
      await forkCompany(table, rows, { from: companyId, to: id })
      return makeContext(table, makeCaller(id))
    }
    let slices = 0
    const counted = interceptSends(table, async (send, command) => {
      if (endsSlice(command)) slices += 1
      return send(command)
    })
    await runRestore(counted, companyId, begins.id)
    expect(slices).toBeGreaterThan(4)
    const ended = await getRestore(shop.context, begins.id)
    expect(ended).toMatchObject({ status: 'completed', done: 38, total: 38, conflicts: [] })
    const expected = await readState(companyId)
    expect(expected).toHaveLength(66)
    expect(expected.filter((state) => state.consistent === false)).toEqual([])
    const checkedAfter = async (...deaths: Table[]) => {
      const context = await another()
      const { companyId } = context.caller
      for (const dying of deaths) await runRestore(dying, companyId, begins.id).catch(() => {})
      const [last, twin] = await Promise.all([
        runRestore(table, companyId, begins.id),
        runRestore(table, companyId, begins.id),
      ])
      expect([last.restore.status, twin.restore.status]).toEqual(['completed', 'completed'])
      expect([last, twin].filter(({ endedHere }) => endedHere).length).toBeLessThanOrEqual(1)
      expect(await readState(companyId)).toEqual(expected)
      expect(await getRestore(context, begins.id)).toMatchObject({ done: 38, total: 38, conflicts: [] })
    }
    for (let slice = 1; slice <= slices; slice++) {
      for (const arrives of [false, true])
        await checkedAfter(makeDyingTable(table, slice, { counts: endsSlice, arrives }))
    }
    const moment = fc.record({ nth: fc.integer({ min: 1, max: 110 }), arrives: fc.boolean() })
    const property = fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 3 }), (moments) =>
      checkedAfter(...moments.map(({ nth, arrives }) => makeDyingTable(table, nth, { arrives }))),
    )
    await fc.assert(property, {
      seed: chooseSeed(),
      numRuns: 12,
      endOnFailure: true,
    })
  },
  120_000,
)

test('an item purged after its 30 days comes back: same id, revision and sequence go on, the ledger verifies', async () => {
  const shop = await openShop(table)
  const { id } = await shop.stockItem('OLD', 5)
  await shop.move({ type: 'issue', quantity: 2, item_id: id })
  const snapshot = await take(shop)
  const { item: trashed } = await shop.deleteItem(id)
  const reader = { ...shop.context, table: { ...table } }
  const list = async () => (await listItems(reader, { ...everything, sort: 'created_at' })).rows.map((item) => item.id)
  const trash = async () => (await listTrash(reader, everything)).rows.map((item) => item.id)
  for (const ttlHasCome of [false, true]) {
    engine.setTime(noon + (ttlHasCome ? 62 : 31) * dayMs)
    expect([await list(), await trash()]).toEqual([[], []])
    if (ttlHasCome)
      await table.db.send(new DeleteCommand({ TableName: table.name, Key: keys.item(shop.companyId, id) }))
    const before = ttlHasCome ? trashed.rev + 2 : trashed.rev
    expect(await restore(shop, snapshot)).toMatchObject({ status: 'completed', created: 1, conflicts: [] })
    const live = { id, rev: before + 1, sequence: 2, quantity: 3, deleted_at: null }
    expect(await shop.getItem(id)).toMatchObject(live)
    expect(await shop.verifyItem(id)).toMatchObject({ ledger_total: 3, transactions: 2, consistent: true })
    expect([await list(), await trash()]).toEqual([[id], []])
    await shop.deleteItem(id)
  }
})

/** A table on which `others` act once, right after the first slice's end. */
function interruptWith(others: () => Promise<unknown>): Table {
  let acted = false
  return interceptSends(table, async (send, command) => {
    const answer = await send(command)
    if (acted || !endsSlice(command)) return answer
    acted = true
    await others()
    return answer
  })
}

rehearse(
  'what others change meanwhile stays: stock that was sold, and fields that the restore does not want',
  async () => {
    const { shop, snapshot, ids } = await openChangedShop()
    const [sold = '', edited = ''] = ids
    // Others act right after the restore has been recorded.
    const interrupted = interruptWith(async () => {
      await shop.move({ type: 'receive', quantity: 20, item_id: sold })
      await shop.updateItem(edited, { location: 'WH7' })
      await shop.move({ type: 'issue', quantity: 400, item_id: ids[5] ?? '' })
    })
    expect(await restore(over(shop, interrupted), snapshot)).toMatchObject({
      status: 'completed',
      conflicts: [{ item_id: ids[5], code: 'insufficient_stock' }],
    })
    const live = { deleted_at: null }
    expect(await shop.getItem(sold)).toMatchObject({ ...live, name: 'Bolt 0', quantity: -500 + 520 })
    expect(await shop.getItem(edited)).toMatchObject({ ...live, name: 'Bolt 1', location: 'WH7', quantity: 1 })
    expect(await shop.getItem(ids[5] ?? '')).toMatchObject({ ...live, name: 'Bolt 5', quantity: 100 })
  },
)

rehearse('an item that others trash meanwhile is one conflict, though it has two steps', async () => {
  const { shop, snapshot, ids } = await openChangedShop()
  const both = ids[30] ?? '' // gets its location and its SKU back
  const interrupted = interruptWith(() => shop.deleteItem(both))
  const ended = await restore(over(shop, interrupted), snapshot)
  expect(ended).toMatchObject({ status: 'completed', done: 38, total: 38 })
  expect(ended.conflicts.filter(({ item_id }) => item_id === both)).toEqual([
    { item_id: both, sku: 'S-30', code: 'item_in_trash' },
  ])
})

test('SKUs that stand in the way are conflicts: swapped ones, and those of other items', async () => {
  const shop = await openShop(table)
  const { companyId } = shop
  const [a, b, c, d] = await stockUp(table, companyId, 4, { since: noon - dayMs, quantity: () => 1 })
  const [A, B, C, D] = [a, b, c, d].map((item) => item?.id ?? '') as [string, string, string, string]
  const snapshot = await take(shop)
  await shop.updateItem(A, { sku: 'T' })
  await shop.updateItem(B, { sku: 'S-0' })
  await shop.updateItem(A, { sku: 'S-1', name: 'Swapped' })
  await shop.deleteItem(C)
  await shop.deleteItem(D)
  await shop.stockItem('S-2')
  const ended = await restore(shop, snapshot, { mode: 'merge', item_ids: null })
  const code = 'sku_already_exists'
  expect(ended).toMatchObject({ status: 'completed', created: 2, updated: 2, trashed: 0, unchanged: 1 })
  expect(ended.conflicts).toHaveLength(3)
  for (const [item_id, sku] of [
    [A, 'S-0'],
    [B, 'S-1'],
    [C, 'S-2'],
  ])
    expect(ended.conflicts).toContainEqual({ item_id, sku, code })
  expect(await shop.getItem(A)).toMatchObject({ name: 'Bolt 0', sku: 'S-1' })
  expect(await shop.getItem(D)).toMatchObject({ sku: 'S-3', deleted_at: null })
  expect((await findItem(table, companyId, C))?.deleted_at).not.toBeNull()
})

test('a step leaves its mark whatever came of it: run again, it tells the same conflict, and later edits stay', async () => {
  const shop = await openShop(table)
  const { companyId } = shop
  const added = await Promise.all(['SOLD', 'TRASHED', 'SAME', 'RENAMED', 'GONE'].map((sku) => shop.stockItem(sku, 10)))
  const [sold, trashed, same, renamed, gone] = added.map(({ id }) => id) as [string, string, string, string, string]
  const snapshot = await take(shop)
  for (const id of [sold, trashed]) await shop.updateItem(id, { name: 'Nut', quantity: 500 })
  await shop.updateItem(same, { name: 'Nut' })
  await shop.updateItem(renamed, { sku: 'OTHER' })
  await shop.deleteItem(gone)
  const blocking = [await shop.stockItem('RENAMED'), await shop.stockItem('GONE')]
  const { id } = await handOver(shop, snapshot, { mode: 'merge', item_ids: null })
  await shop.move({ type: 'issue', quantity: 400, item_id: sold })
  await shop.deleteItem(trashed)
  await shop.updateItem(same, { name: 'Bolt' })
  const killedBeforeEndOf = (slice: number) =>
    expect(runRestore(makeDyingTable(table, slice + 1, { counts: endsSlice }), companyId, id)).rejects.toThrow('killed')

  await killedBeforeEndOf(1)
  expect(await shop.getItem(sold)).toMatchObject({ name: 'Bolt', quantity: 100 })
  await shop.restoreItem(trashed)
  for (const edited of [sold, trashed, same]) await shop.updateItem(edited, { name: 'Screw', quantity: 2_000 })
  await killedBeforeEndOf(2)
  expect(await shop.getItem(renamed)).toMatchObject({ sku: 'OTHER', rev: 2 })
  for (const { id: blocker, sku } of blocking) await shop.updateItem(blocker, { sku: `NOT-${sku}` })
  await shop.updateItem(renamed, { sku: 'MINE' })
  await shop.restoreItem(gone, 'BACK')
  const { restore: ended } = await runRestore(table, companyId, id)

  expect(ended).toMatchObject({ status: 'completed', done: 5, total: 5 })
  expect(ended.conflicts.map(({ sku, code }) => [sku, code]).sort()).toEqual([
    ['GONE', 'sku_already_exists'],
    ['RENAMED', 'sku_already_exists'],
    ['SOLD', 'insufficient_stock'],
    ['TRASHED', 'item_in_trash'],
  ])
  for (const edited of [sold, trashed, same])
    expect(await shop.getItem(edited)).toMatchObject({ name: 'Screw', quantity: 2_000 })
  expect(await shop.getItem(renamed)).toMatchObject({ sku: 'MINE' })
  expect(await shop.getItem(gone)).toMatchObject({ sku: 'BACK' })
})

rehearse(
  'one restore at a time: another is refused, and one without a sign of life for 15 minutes has failed',
  async () => {
    const { shop, restore: first } = await beginRestore()
    const snapshot = await take(shop)
    const again = () => restore(shop, snapshot)
    engine.setTime(noon + 15 * 60_000 - 1)
    await expect(again()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(first.id) })
    engine.setTime(noon + 15 * 60_000)
    expect(await getRestore(shop.context, first.id)).toMatchObject({ status: 'failed' })
    expect(await again()).toMatchObject({ status: 'completed' })
    expect((await runRestore(table, shop.companyId, first.id)).restore).toMatchObject({ status: 'failed' })
    const { summary } = await diffSnapshot(shop.context, snapshot.id, everything)
    expect(summary).toMatchObject({ created: 0, updated: 0, trashed: 0 })
  },
)

rehearse(
  'a restore whose beginning was committed, though no answer came, keeps its lock, and can be continued',
  async () => {
    const { shop, snapshot } = await openChangedShop()
    const losing = interceptSends(table, async (send, command) => {
      const answer = await send(command)
      if (begins(command)) throw new Error('the answer is lost')
      return answer
    })
    await expect(restore(over(shop, losing), snapshot)).rejects.toThrow('the answer is lost')
    const [begun] = await readRestoreRows(table, shop.companyId)
    if (!begun) throw new Error('it has begun')
    await expect(restore(shop, snapshot)).rejects.toMatchObject({ message: expect.stringContaining(begun.id) })
    expect((await runRestore(table, shop.companyId, begun.id)).restore).toMatchObject({ status: 'completed' })
  },
)

test('a restore counts as failed from the moment on at which another one may take its lock', async () => {
  const { shop, snapshot } = await openChangedShop()
  let begun = false
  const slow = interceptSends(table, async (send, command) => {
    if (begun) throw new Error('killed')
    const answer = await send(command)
    if (command instanceof PutCommand && String(command.input.Item?.pk).startsWith('CHUNK#'))
      engine.setTime(noon + 20_000) // the copy of the present takes a while
    begun = begins(command)
    return answer
  })
  const { id } = await restore(over(shop, slow), snapshot)
  engine.setTime(noon + 15 * 60_000)
  const next = { companyId: shop.companyId, restoreId: 'rst_next', idempotencyKey: null }
  expect(await tryLock(table, next)).toBeNull()
  expect(await getRestore(shop.context, id)).toMatchObject({ status: 'failed' })
})

test('a stalled restore is handed to a worker once, however many ask for it; again if that has died, too', async () => {
  const { shop, restore: begins } = await beginRestore()
  let started = 0
  const requestRestore = async () => {
    started += 1
  }
  const poll = async () => {
    const workers = { ...shop.context.workers, requestRestore }
    await Promise.all(Array.from({ length: 5 }, () => followRestore({ ...shop.context, workers }, begins.id)))
    return started
  }
  const polls: [seconds: number, started: number][] = []
  for (const seconds of [59, 60, 61, 119, 120, 179]) {
    engine.setTime(noon + seconds * 1_000)
    polls.push([seconds, await poll()])
  }
  expect(polls).toEqual([
    [59, 0],
    [60, 1],
    [61, 1],
    [119, 1],
    [120, 2],
    [179, 2],
  ])
  // A sign of life: it has stalled a minute after that.
  await expect(runRestore(makeDyingTable(table, 2, { counts: endsSlice }), shop.companyId, begins.id)).rejects.toThrow()
  engine.setTime(noon + 238_000)
  expect(await poll()).toBe(2)
  engine.setTime(noon + 239_000)
  expect(await poll()).toBe(3)
  engine.setTime(noon + 20 * 60_000)
  expect(await poll()).toBe(3) // it has failed
})

rehearse('a restore that another run has ended is answered by the record, as its retry is', async () => {
  const { shop, snapshot } = await openChangedShop()
  const context = { ...shop.context, idempotency: { key: 'restore', fingerprint: 'f', row: null } }
  const render = (state: Restore) => renderJson(state.status)
  // Just before this run's last write, another one ends the restore.
  let other = false
  const racing = interceptSends(table, async (send, command) => {
    if (!other && JSON.stringify(command.input).includes('"completed"')) {
      other = true
      const id = /"id":"(rst_\w+)"/.exec(JSON.stringify(command.input))?.[1] ?? ''
      await runRestore(table, shop.companyId, id)
    }
    return send(command)
  })
  const request = (on: Table) =>
    answerOnce({ ...context, table: on }, async () => {
      const { restore: state, recorded } = await startRestore({ ...context, table: on }, snapshot.id, whole, render)
      return { answer: render(state), committed: recorded }
    })
  const first = await request(racing)
  expect(other).toBe(true)
  expect(first).toMatchObject({ answer: { body: '"running"' }, replayed: true })
  expect(await request(table)).toEqual(first)
})

test('the name of the snapshot before a restore says of which one, and does not grow with each undo', async () => {
  const shop = await openShop(table)
  await shop.stockItem('S-1', 1)
  const { snapshot } = await takeSnapshot(shop.context, { name: 'Before the import', type: 'manual' })
  const first = { id: (await restore(shop, snapshot)).pre_restore_snapshot_id }
  const second = { id: (await restore(shop, first)).pre_restore_snapshot_id }
  const nameOf = async ({ id }: { id: string }) => (await getSnapshot(shop.context, id)).snapshot.name
  expect(await nameOf(first)).toBe('Before the restore of Before the import')
  expect(await nameOf(second)).toBe(`Before the restore of ${first.id}`)
})

import { changePlan } from '../../admin/companies/companies'
import { dayMs } from '../../functions/domain/time'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { takeDailySnapshot } from '../../functions/operations/snapshots/daily-snapshot'
import { getSnapshot, listSnapshots } from '../../functions/operations/snapshots/read-snapshots'
import { runRestore } from '../../functions/operations/snapshots/run-restore'
import { readItemsOfSnapshot } from '../../functions/operations/snapshots/snapshot-items'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { Reader } from '../../functions/store/commit/reader'
import { findCompany } from '../../functions/store/companies/companies'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { failWith } from '../support/client'
import { deleteRow } from '../support/damage'
import { afterSends, makeDyingTable } from '../support/dying'
import { rehearse } from '../support/rehearse'
import { endsSlice, handOver, openChangedShop, over, restore, takeManually } from '../support/restores'
import { makeContext, openShop } from '../support/shop'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

const engine = useTable()
const { table } = engine

const manual = { name: null, type: 'manual' } as const

async function shop(count = 3) {
  const { who } = await openShop(table)
  await stockUp(table, who.companyId, count, { since: noon - dayMs, quantity: () => 2 })
  const context = makeContext(table, { ...who, plan: 'starter' })
  const snapshots = async () => (await listSnapshots(context, { limit: 100, offset: 0 })).rows
  return { context, companyId: who.companyId, snapshots }
}

rehearse('killed at any of its calls, taking a snapshot leaves none, and uses up nothing', async () => {
  let calls = 0
  for (let done = false; !done; calls++) {
    const { context, snapshots } = await shop()
    const dying = { ...context, table: makeDyingTable(table, calls + 1) }
    done = (await failWith(takeSnapshot(dying, manual))) === null
    if (done) break
    expect(await snapshots()).toEqual([])
    const { snapshot, data } = await takeSnapshot(context, manual) // the plan allows one a day
    expect(snapshot).toMatchObject({ status: 'ready', item_count: 3, total_quantity: 6 })
    expect((await readItemsOfSnapshot(context, { snapshot, data })).count).toBe(3)
  }
  expect(calls).toBeGreaterThan(12)
})

test('an answer that is lost on its way back leaves a snapshot that is ready', async () => {
  const { context, snapshots } = await shop()
  const finishes = ({ input }: { input: object }) => JSON.stringify(input).includes('"ready","data"')
  const dying = makeDyingTable(table, 1, { counts: finishes, arrives: true })
  await expect(takeSnapshot({ ...context, table: dying }, manual)).rejects.toThrow('killed')
  expect(await snapshots()).toMatchObject([{ status: 'ready' }])
  await expect(takeSnapshot(context, manual)).rejects.toMatchObject({ code: 'plan_limit_reached' })
})

test('an empty inventory has a snapshot, too', async () => {
  const { context } = await shop(0)
  const { snapshot } = await takeSnapshot(context, manual)
  expect(snapshot).toMatchObject({ status: 'ready', item_count: 0, total_quantity: 0, size_bytes: 0 })
  expect(await readItemsOfSnapshot(context, await getSnapshot(context, snapshot.id))).toMatchObject({ count: 0 })
})

test('the daily snapshot: one of each day, however often and by however many at once it is taken', async () => {
  const { companyId, snapshots } = await shop()
  const take = (date: string) => takeDailySnapshot(table, companyId, date, 'request')
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => take('2026-03-14')))
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await take('2026-03-14')).toBeNull()
  expect(await snapshots()).toMatchObject([{ type: 'automatic', status: 'ready', name: 'Daily 2026-03-14' }])
  engine.setTime(noon + dayMs)
  expect(await take('2026-03-15')).toMatchObject({ status: 'ready', expires_at: '2026-06-13T12:00:00.000Z' })
  expect(await snapshots()).toHaveLength(2)
})

test('a daily snapshot that is taken after its day says so: it has the items of then', async () => {
  const { companyId } = await shop()
  engine.setTime(noon + 2 * dayMs)
  const late = { name: 'Daily 2026-03-14, taken 2026-03-16', created_at: '2026-03-16T12:00:00.000Z' }
  expect(await takeDailySnapshot(table, companyId, '2026-03-14', 'request')).toMatchObject(late)
})

test('a company that has left the plan has no daily snapshot taken', async () => {
  const { companyId, snapshots } = await shop()
  const row = await findCompany(table, companyId)
  if (row) await changePlan(table, row, 'professional')
  expect(await takeDailySnapshot(table, companyId, '2026-03-14', 'request')).toBeNull()
  expect(await snapshots()).toEqual([])
})

// What comes of a restore. How its runs share it is in restore-runs.test.ts.

const everything = { limit: 100, offset: 0 }

test('an item purged after its 30 days comes back: same id, revision and sequence go on, the ledger verifies', async () => {
  const shop = await openShop(table)
  const { id } = await shop.stockItem('OLD', 5)
  await shop.move({ type: 'issue', quantity: 2, item_id: id })
  const snapshot = await takeManually(shop)
  const { item: trashed } = await shop.deleteItem(id)
  const reader = { ...shop.context, table: { ...table } }
  const list = async () => (await listItems(reader, { ...everything, sort: 'created_at' })).rows.map((item) => item.id)
  const trash = async () => (await listTrash(reader, everything)).rows.map((item) => item.id)
  for (const ttlHasCome of [false, true]) {
    engine.setTime(noon + (ttlHasCome ? 62 : 31) * dayMs)
    expect([await list(), await trash()]).toEqual([[], []])
    if (ttlHasCome) await deleteRow(table, keys.item(shop.companyId, id))
    const before = ttlHasCome ? trashed.rev + 2 : trashed.rev
    expect(await restore(shop, snapshot)).toMatchObject({ status: 'completed', created: 1, conflicts: [] })
    const live = { id, rev: before + 1, sequence: 2, stock: { total: 3 }, deleted_at: null }
    expect(await shop.getItem(id)).toMatchObject(live)
    expect(await shop.verifyItem(id)).toMatchObject({ ledger_total: 3, transactions: 2, consistent: true })
    expect([await list(), await trash()]).toEqual([[id], []])
    await shop.deleteItem(id)
  }
})

/** A table on which `others` act once, right after the first slice's end. */
function interruptWith(others: () => Promise<unknown>): Table {
  let acted = false
  return afterSends(table, async (command) => {
    if (acted || !endsSlice(command)) return
    acted = true
    await others()
  })
}

rehearse(
  'what others change meanwhile stays: stock that was sold, and fields that the restore does not want',
  async () => {
    const { shop, snapshot, ids } = await openChangedShop(table)
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
    expect(await shop.getItem(sold)).toMatchObject({ ...live, name: 'Bolt 0', stock: { total: -500 + 520 } })
    expect(await shop.getItem(edited)).toMatchObject({ ...live, name: 'Bolt 1', location: 'WH7', stock: { total: 1 } })
    expect(await shop.getItem(ids[5] ?? '')).toMatchObject({ ...live, name: 'Bolt 5', stock: { total: 100 } })
  },
)

rehearse('an item that others trash meanwhile is one conflict, though it has two steps', async () => {
  const { shop, snapshot, ids } = await openChangedShop(table)
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
  const snapshot = await takeManually(shop)
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
  for (const [index, item_id] of [A, B, C].entries())
    expect(ended.conflicts).toContainEqual({ item_id, sku: `S-${index}`, code })
  expect(await shop.getItem(A)).toMatchObject({ name: 'Bolt 0', sku: 'S-1' })
  expect(await shop.getItem(D)).toMatchObject({ sku: 'S-3', deleted_at: null })
  expect((await new Reader(table, companyId).item(C))?.deleted_at).not.toBeNull()
})

test('a step leaves its mark whatever came of it: run again, it tells the same conflict, and later edits stay', async () => {
  const shop = await openShop(table)
  const { companyId } = shop
  const added = await Promise.all(['SOLD', 'TRASHED', 'SAME', 'RENAMED', 'GONE'].map((sku) => shop.stockItem(sku, 10)))
  const [sold, trashed, same, renamed, gone] = added.map(({ id }) => id) as [string, string, string, string, string]
  const snapshot = await takeManually(shop)
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
  expect(await shop.getItem(sold)).toMatchObject({ name: 'Bolt', stock: { total: 100 } })
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
    expect(await shop.getItem(edited)).toMatchObject({ name: 'Screw', stock: { total: 2_000 } })
  expect(await shop.getItem(renamed)).toMatchObject({ sku: 'MINE' })
  expect(await shop.getItem(gone)).toMatchObject({ sku: 'BACK' })
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

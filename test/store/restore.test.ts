import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import type { Caller } from '../../functions/domain/caller'
import { trashItem, updateItem } from '../../functions/domain/item'
import type { Restore } from '../../functions/domain/restore'
import type { Table } from '../../functions/store/client'
import { addItem, changeItem } from '../../functions/store/items/item-changes'
import { findItem, getLiveItem, listItems } from '../../functions/store/items/items'
import { keys } from '../../functions/store/schema'
import { getRestore } from '../../functions/store/snapshots/restore-row'
import { runRestore } from '../../functions/store/snapshots/run-restore'
import { diffSnapshot } from '../../functions/store/snapshots/snapshot-difference'
import { startRestore } from '../../functions/store/snapshots/start-restore'
import { takeSnapshot } from '../../functions/store/snapshots/take-snapshot'
import { verifyItem } from '../../functions/store/stock/ledger'
import { moveAll } from '../../functions/store/stock/stock-changes'
import { type Command, dyingAt, sending } from '../../testing/dying'
import { openShop, row } from '../../testing/shop'
import { stockUp } from '../../testing/stock'
import { bolt, noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
let table: Table
beforeAll(async () => {
  engine = await startTestTable()
  table = engine.table
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

const dayMs = 86_400_000
const whole = { mode: 'replace', item_ids: null } as const
const alone = { handOver: async () => {} }
const everything = { limit: 100, offset: 0 }

const edit = (who: Caller, id: string, patch: object) =>
  changeItem(table, who, getLiveItem, id, (item, at) => updateItem(item, patch, at))
const trash = (who: Caller, id: string) =>
  changeItem(table, who, getLiveItem, id, (item, at) => trashItem(item, 'usr_1', at))
const take = async (who: Caller) => (await takeSnapshot(table, who, { name: null, type: 'manual' })).snapshot

/** A company whose 60 items have changed in every way since the snapshot: SKUs handed on among others. */
async function changedShop() {
  const { who } = await openShop(table)
  const items = await stockUp(table, who.companyId, 60, { since: noon - dayMs, quantity: (index) => index })
  const snapshot = await take(who)
  const ids = items.map(({ id }) => id)
  for (const id of ids.slice(0, 10)) await edit(who, id, { name: 'Nut', quantity: 500 })
  for (const id of ids.slice(10, 20)) await trash(who, id)
  for (const [index, id] of ids.slice(20, 26).entries()) await edit(who, id, { sku: `RENAMED-${index}` })
  for (const [index, id] of ids.slice(30, 36).entries())
    await edit(who, id, { sku: `S-${20 + index}`, location: 'WH1' })
  const added = []
  for (let n = 0; n < 6; n++) added.push((await addItem(table, who, { ...bolt, sku: `S-${30 + n}`, quantity: n })).id)
  return { who, snapshot, ids: [...ids, ...added] }
}

/** All that can be told of items, but for times. */
async function stateOf(company: string, ids: string[]) {
  return Promise.all(
    ids.map(async (id) => {
      const item = await findItem(table, company, id)
      if (item === null) return null
      const { updated_at: _, created_at: __, id: ___, restored, deleted_at, ...state } = item
      const ledger = deleted_at === null ? await verifyItem(table, company, id) : null
      return {
        ...state,
        trashed: deleted_at !== null,
        restored: restored?.split('#')[1],
        consistent: ledger?.consistent,
      }
    }),
  )
}

/** The transaction that ends a slice. */
const endsSlice = ({ input }: Command) => JSON.stringify(input).includes('"cursor"')

/** A restore that was begun, and left to a worker that has not run yet. */
async function begun(): Promise<{ who: Caller; ids: string[]; restore: Restore }> {
  const { who, snapshot, ids } = await changedShop()
  const handedOver = sending(table, async (send, command) => {
    if (JSON.stringify(command.input).includes('"restored"')) throw new Error('no step may be taken yet')
    return send(command)
  })
  const restore = await startRestore(handedOver, who, snapshot.id, whole, alone)
  expect(restore).toMatchObject({ status: 'running', done: 0, total: 38 })
  return { who, ids, restore }
}

test('the worker, killed at any of its calls and run again, ends as one that was not disturbed', async () => {
  const undisturbed = await begun()
  const company = undisturbed.who.companyId
  let slices = 0
  const counted = sending(table, async (send, command) => {
    if (endsSlice(command)) slices += 1
    return send(command)
  })
  await runRestore(counted, company, undisturbed.restore.id)
  expect(slices).toBeGreaterThan(4)
  const ended = await getRestore(table, company, undisturbed.restore.id)
  expect(ended).toMatchObject({ status: 'completed', done: 38, total: 38, conflicts: [] })
  const expected = await stateOf(company, undisturbed.ids)
  expect(expected.filter((state) => state?.consistent === false)).toEqual([])
  const checkedAfter = async (...deaths: Table[]) => {
    const { who, ids, restore } = await begun()
    for (const dying of deaths) await runRestore(dying, who.companyId, restore.id).catch(() => {})
    const [last, twin] = await Promise.all([
      runRestore(table, who.companyId, restore.id),
      runRestore(table, who.companyId, restore.id),
    ])
    expect([last.status, twin.status]).toEqual(['completed', 'completed'])
    expect(await stateOf(who.companyId, ids)).toEqual(expected)
    expect(await getRestore(table, who.companyId, restore.id)).toMatchObject({ done: 38, total: 38, conflicts: [] })
  }
  for (let slice = 1; slice <= slices; slice++) {
    await checkedAfter(dyingAt(table, slice, { counts: endsSlice }))
    await checkedAfter(dyingAt(table, slice, { counts: endsSlice, arrives: true }))
  }
  const moment = fc.record({ nth: fc.integer({ min: 1, max: 110 }), arrives: fc.boolean() })
  const property = fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 3 }), (moments) =>
    checkedAfter(...moments.map(({ nth, arrives }) => dyingAt(table, nth, { arrives }))),
  )
  await fc.assert(property, { numRuns: 6, endOnFailure: true })
}, 120_000)

test('an item purged after its 30 days comes back: same id, revision and sequence go on, the ledger verifies', async () => {
  const { who } = await openShop(table)
  const company = who.companyId
  const { id } = await addItem(table, who, { ...bolt, sku: 'OLD', quantity: 5 })
  await moveAll(table, who, [row({ type: 'issue', quantity: 2, item_id: id })])
  const snapshot = await take(who)
  const { item: trashed } = await trash(who, id)
  const reader = { ...table }
  const list = async (where: 'live' | 'trash' = 'live') =>
    (await listItems(reader, company, { ...everything, sort: 'created_at' }, where)).rows.map((item) => item.id)
  for (const ttlHasCome of [false, true]) {
    engine.setTime(noon + (ttlHasCome ? 62 : 31) * dayMs)
    expect([await list(), await list('trash')]).toEqual([[], []])
    if (ttlHasCome) await table.db.send(new DeleteCommand({ TableName: table.name, Key: keys.item(company, id) }))
    const before = ttlHasCome ? trashed.rev + 2 : trashed.rev
    const restore = await startRestore(table, who, snapshot.id, whole, alone)
    expect(restore).toMatchObject({ status: 'completed', created: 1, conflicts: [] })
    expect(await getLiveItem(table, company, id)).toMatchObject({ id, rev: before + 1, sequence: 2, quantity: 3 })
    expect(await verifyItem(table, company, id)).toMatchObject({ ledger_total: 3, transactions: 2, consistent: true })
    expect([await list(), await list('trash')]).toEqual([[id], []])
    await trash(who, id)
  }
})

test('what others change meanwhile stays: stock that was sold, and fields that the restore does not want', async () => {
  const { who, snapshot, ids } = await changedShop()
  const [sold = '', edited = ''] = ids
  const restore = await startRestore(interrupted(who, { sold, edited }), who, snapshot.id, whole, alone)
  expect(restore).toMatchObject({ status: 'completed', conflicts: [{ item_id: ids[5], code: 'insufficient_stock' }] })
  expect(await getLiveItem(table, who.companyId, sold)).toMatchObject({ name: 'Bolt 0', quantity: -500 + 520 })
  expect(await getLiveItem(table, who.companyId, edited)).toMatchObject({
    name: 'Bolt 1',
    location: 'WH7',
    quantity: 1,
  })
  expect(await getLiveItem(table, who.companyId, ids[5] ?? '')).toMatchObject({ name: 'Bolt 5', quantity: 100 })

  /** Others act right after the restore has been recorded. */
  function interrupted(other: Caller, of: { sold: string; edited: string }): Table {
    let acted = false
    return sending(table, async (send, command) => {
      const answer = await send(command)
      if (acted || !endsSlice(command)) return answer
      acted = true
      await moveAll(table, other, [row({ type: 'receive', quantity: 20, item_id: of.sold })])
      await edit(other, of.edited, { location: 'WH7' })
      await moveAll(table, other, [row({ type: 'issue', quantity: 400, item_id: ids[5] ?? '' })])
      return answer
    })
  }
})

test('an item that others trash meanwhile is one conflict, though it has two steps', async () => {
  const { who, snapshot, ids } = await changedShop()
  const [, , , , , , , , , , ...rest] = ids
  const both = rest[20] ?? '' // gets its location and its SKU back
  let acted = false
  const interrupted = sending(table, async (send, command) => {
    const answer = await send(command)
    if (acted || !endsSlice(command)) return answer
    acted = true
    await trash(who, both)
    return answer
  })
  const restore = await startRestore(interrupted, who, snapshot.id, whole, alone)
  expect(restore).toMatchObject({ status: 'completed', done: 38, total: 38 })
  expect(restore.conflicts.filter(({ item_id }) => item_id === both)).toEqual([
    { item_id: both, sku: 'S-30', code: 'item_in_trash' },
  ])
})

test('SKUs that stand in the way are conflicts: swapped ones, and those of other items', async () => {
  const { who } = await openShop(table)
  const company = who.companyId
  const [a, b, c, d] = await stockUp(table, company, 4, { since: noon - dayMs, quantity: () => 1 })
  const [A, B, C, D] = [a, b, c, d].map((item) => item?.id ?? '') as [string, string, string, string]
  const snapshot = await take(who)
  await edit(who, A, { sku: 'T' })
  await edit(who, B, { sku: 'S-0' })
  await edit(who, A, { sku: 'S-1', name: 'Swapped' })
  await trash(who, C)
  await trash(who, D)
  await addItem(table, who, { ...bolt, sku: 'S-2' })
  const restore = await startRestore(table, who, snapshot.id, { mode: 'merge', item_ids: null }, alone)
  const code = 'sku_already_exists'
  expect(restore).toMatchObject({ status: 'completed', created: 2, updated: 2, trashed: 0, unchanged: 1 })
  expect(restore.conflicts).toHaveLength(3)
  for (const [item_id, sku] of [
    [A, 'S-0'],
    [B, 'S-1'],
    [C, 'S-2'],
  ])
    expect(restore.conflicts).toContainEqual({ item_id, sku, code })
  expect(await getLiveItem(table, company, A)).toMatchObject({ name: 'Bolt 0', sku: 'S-1' })
  expect(await getLiveItem(table, company, D)).toMatchObject({ sku: 'S-3' })
  expect((await findItem(table, company, C))?.deleted_at).not.toBeNull()
})

test('one restore at a time: another is refused, and one without a sign of life for 15 minutes has failed', async () => {
  const { who, restore } = await begun()
  const snapshot = await take(who)
  const again = () => startRestore(table, who, snapshot.id, whole, alone)
  engine.setTime(noon + 15 * 60_000 - 1)
  await expect(again()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(restore.id) })
  engine.setTime(noon + 15 * 60_000)
  expect(await getRestore(table, who.companyId, restore.id)).toMatchObject({ status: 'failed' })
  expect(await again()).toMatchObject({ status: 'completed' })
  expect(await runRestore(table, who.companyId, restore.id)).toMatchObject({ status: 'failed' })
  const { summary } = await diffSnapshot(table, who.companyId, snapshot.id, everything)
  expect(summary).toMatchObject({ created: 0, updated: 0, trashed: 0 })
})

import type { ListSnapshotItemsQuery, ListSnapshotsQuery, Restore, RestoreSnapshot } from '../../client'
import { dayMs } from '../../functions/domain/time'
import { readItemsAtOnce } from '../../functions/operations/snapshots/items-at-once'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { runConcurrently } from '../../functions/store/concurrently'
import { tell } from '../support/client'
import { damageSnapshot, stripVersionOfSnapshot } from '../support/damage'
import { makeDyingTable } from '../support/dying'
import { waitFor } from '../support/eventually'
import { createItem } from '../support/items'
import { rehearse } from '../support/rehearse'
import { unknownIds } from '../support/requests/ids'
import { createCompanyWithKey, useCustomer } from '../support/service'
import { makeContext, makeShop } from '../support/shop'
import { stockUp } from '../support/stock'
import { makeCaller, noon } from '../support/table'

const { service, customer, call, client } = useCustomer()

test('a snapshot: what it says of itself, its items with the filters of items, and its place in list and log', async () => {
  const first = await createItem(client, 'A', { quantity: 5, location: 'WH1', reorder_point: 9 })
  const trashed = await createItem(client, 'B', { quantity: 3 })
  await client.deleteItem(trashed.id)
  await createItem(client, 'C', { quantity: 7, barcode: '4006381' })
  const made = await call('POST', '/snapshots', { name: ' Before the stocktake ' })
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^snp_/),
      name: 'Before the stocktake',
      type: 'manual',
      status: 'ready',
      item_count: 2,
      total_quantity: 12,
      size_bytes: expect.any(Number),
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_by: 'usr_1',
      created_at: '2026-03-14T12:00:00.000Z',
      expires_at: '2026-06-12T12:00:00.000Z',
      last_restored_at: null,
    },
  ])
  const { id } = made.body
  expect(await client.getSnapshot(id)).toEqual(made.body)
  service.setTime(noon + 1_000)
  const second = await client.createSnapshot()
  const list = await client.listSnapshots({ limit: 1 })
  expect([list.data, list.pagination]).toEqual([[second], { total: 2, limit: 1, offset: 0, has_more: true }])
  await client.updateItem(first.id, { name: 'Changed' })
  const skus = async (query: ListSnapshotItemsQuery) =>
    (await client.listSnapshotItems(id, query)).data.map(({ sku }) => sku)
  expect(await skus({ sort: 'sku' })).toEqual(['A', 'C'])
  expect(await skus({ sort: '-quantity', limit: 1 })).toEqual(['C'])
  expect(await skus({ search: '400' })).toEqual(['C'])
  expect(await skus({ location: 'WH1' })).toEqual(['A'])
  expect(await skus({ low_stock: true })).toEqual(['A'])
  expect((await client.listSnapshotItems(id, { sort: 'name' })).data[0]?.name).toBe('Item A')
  const actor = { type: 'api_key', id: customer.keyId }
  const entry = { action: 'create', resource_type: 'snapshot', resource_id: id, snapshot_id: id, item_id: null, actor }
  expect(await client.listAudit({ resource_id: id })).toMatchObject({ data: [entry], pagination: { total: 1 } })
  service.setTime(noon + 2_000)
  expect((await call('DELETE', `/snapshots/${id}`)).status).toBe(204)
  await expect(client.getSnapshot(id)).rejects.toMatchObject({ code: 'snapshot_not_found' })
  const { data } = await client.listAudit({ resource_type: 'snapshot' })
  expect(data.map(({ action }) => action)).toEqual(['delete', 'create', 'create'])
})

// What each plan allows, test/domain/companies.test.ts shows.
test('on starter, one snapshot a day, kept for 7 days, and one restore a day; its undo does not count, once', async () => {
  const { call, client } = await createCompanyWithKey(service, 'starter')
  await createItem(client, 'A')
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', '/snapshots')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const next = '2026-03-15T00:00:00.000Z'
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect([status, body.error.code]).toEqual([403, 'plan_limit_reached'])
    expect(body.error.message).toContain(next)
  }
  expect((await client.listSnapshots()).pagination.total).toBe(1)
  const id = answers.find(({ status }) => status === 201)?.body.id ?? ''
  await createItem(client, 'B')
  const restore = (snapshot: string) => call('POST', `/snapshots/${snapshot}/restore`)
  const { pre_restore_snapshot_id: before } = (await restore(id)).body
  const undo = await restore(before)
  expect([undo.status, undo.body.status, (await client.listItems()).pagination.total]).toEqual([201, 'completed', 2])
  for (const snapshot of [id, before, undo.body.pre_restore_snapshot_id])
    expect(await tell(restore(snapshot))).toEqual([403, 'plan_limit_reached'])
  expect((await call('POST', `/snapshots/${id}/restore`, { dry_run: true })).status).toBe(200)
  service.setTime(Date.parse(next))
  expect([(await call('POST', '/snapshots')).status, (await restore(id)).status]).toEqual([201, 201])
  service.setTime(noon + 7 * dayMs - 1)
  expect((await call('GET', `/snapshots/${id}`)).status).toBe(200)
  service.setTime(noon + 7 * dayMs)
  expect((await call('GET', `/snapshots/${id}`)).body.error.code).toBe('snapshot_not_found')
  expect((await restore(id)).body.error.code).toBe('snapshot_not_found')
})

test.each([
  ['is damaged', damageSnapshot, 'damaged', 'failed'],
  ['another release has stored', stripVersionOfSnapshot, 'cannot be restored', 'ready'],
] as const)('a snapshot that %s is not restored: a clear refusal, and no change', async (_, spoil, reason, status) => {
  const item = await createItem(client, 'A')
  const { id } = await client.createSnapshot()
  await client.updateItem(item.id, { name: 'Changed' })
  await spoil(service.rows, customer.company.id, id)
  const before = await client.listAudit()
  const refusal = { code: 'invalid_state', message: expect.stringContaining(reason), field: 'status' }
  for (const path of ['items', 'diff'])
    expect((await call('GET', `/snapshots/${id}/${path}`)).body.error).toMatchObject(refusal)
  const restore = () => call('POST', `/snapshots/${id}/restore`)
  expect(await restore()).toMatchObject({ status: 400, body: { error: refusal } })
  expect((await client.getSnapshot(id)).status).toBe(status)
  if (status === 'failed') expect((await restore()).body.error.message).toContain("'failed'")
  expect(await client.listAudit()).toEqual(before)
  expect((await client.getItem(item.id)).name).toBe('Changed')
  expect((await client.listSnapshots()).pagination.total).toBe(1)
})

/** Asks how far the restore has come, until it has ended. */
const waitUntilEnded = ({ id }: Restore) =>
  waitFor(async () => {
    const restore = await client.getRestore(id)
    return restore.status !== 'running' && restore
  })
/** All items, without what every change changes. */
const everyItem = async (companyId: string) => {
  const items = await readItemsAtOnce(service.rows, companyId)
  return Array.from({ length: items.count }, (_, row) => ({ ...items.getRow(row), updated_at: 0, rev: 0, sequence: 0 }))
}

rehearse(
  'some of many items, changed in every way: the diff names them, the restore brings them back, and can be undone',
  async () => {
    const since = noon - dayMs
    const size = { items: 10_000, changed: 500 }
    const items = await stockUp(service.rows, customer.company.id, size.items, {
      since,
      quantity: (index) => index % 50,
    })
    const changed = items.filter((_, index) => index % (size.items / size.changed) === 0)
    const fifth = size.changed / 5
    const { id } = await client.createSnapshot({ name: 'Whole' })
    const line_items = [{ item_id: changed[3]?.id ?? '', quantity_ordered: 2 }]
    await client.createOrder({ supplier: { name: 'Acme' }, line_items })
    const before = await everyItem(customer.company.id)
    const shop = makeShop(service.rows, makeCaller(customer.company.id))
    const fresh: string[] = []
    await runConcurrently(changed.entries(), 4, async ([index, { id: item }]) => {
      if (index % 5 === 0) await client.updateItem(item, { name: `Nut ${index}`, location: 'WH9', reorder_point: 4 })
      if (index % 5 === 1) await client.createTransactions({ type: 'receive', item_id: item, quantity: 3 })
      if (index % 5 === 2) await client.deleteItem(item)
      if (index % 5 === 3)
        await client.updateItem(item, { sku: `RENAMED-${index}`, barcode: `${index}`, quantity: 1_000 })
      if (index % 5 === 4) fresh.push((await createItem(client, `NEW-${index}`, { quantity: index })).id)
    })
    let minute = 0
    const later = () => service.setTime(noon + ++minute * 60_000) // another thousand requests, and a log that has settled
    later()
    const expected = [...changed.filter((_, index) => index % 5 !== 4).map((item) => item.id), ...fresh].sort()
    const summarize = async () => (await client.diffSnapshot(id)).summary
    expect((await client.diffSnapshot(id).toArray()).map(({ item_id }) => item_id)).toEqual(expected)
    const summary = { created: fifth, updated: 3 * fifth, trashed: fifth, unchanged: size.items - 4 * fifth }
    expect(await summarize()).toEqual(summary)
    expect(await client.restoreSnapshot(id, { dry_run: true })).toEqual(summary)

    const messed = await everyItem(customer.company.id)
    const orders = await client.listOrders()
    const restoreFrom = async (snapshot: string) => {
      const started = await client.restoreSnapshot(snapshot)
      expect(started).toMatchObject({ snapshot_id: snapshot, progress: { total: size.changed }, conflicts: [] })
      const restore = await waitUntilEnded(started)
      const progress = { done: size.changed, total: size.changed }
      expect(restore).toMatchObject({ status: 'completed', progress, conflicts: [] })
      later()
      return restore
    }
    const { pre_restore_snapshot_id: undo } = await restoreFrom(id)
    expect(await summarize()).toEqual({ created: 0, updated: 0, trashed: 0, unchanged: size.items })
    expect(await everyItem(customer.company.id)).toEqual(before)
    expect(await client.listOrders()).toEqual(orders)
    const told = await client.listAudit({ action: 'restore', resource_type: 'item' })
    expect(told.pagination.total).toBe(size.changed) // twice for those that get fields and a SKU back
    expect(told.data[0]).toMatchObject({ snapshot_id: id, user_id: 'usr_1' })
    expect((await client.listTransactions({ type: 'snapshot_restore' })).pagination.total).toBe(2 * fifth)
    await runConcurrently(changed, 8, async ({ id: item }) =>
      expect((await shop.verifyItem(item)).consistent).toBe(true),
    )
    expect(await client.getSnapshot(id)).toMatchObject({ last_restored_at: expect.any(String) })

    await restoreFrom(undo)
    expect(await everyItem(customer.company.id)).toEqual(messed)
    const live = messed.map((item) => item.id ?? '').filter((item) => expected.includes(item))
    expect(live).toHaveLength(4 * fifth)
    await runConcurrently(live, 8, async (item) => expect((await shop.verifyItem(item)).consistent).toBe(true))
  },
  240_000,
)

test('merge leaves alone what came after the snapshot, and item_ids choose what is restored', async () => {
  const [a, b] = [await createItem(client, 'A', { quantity: 1 }), await createItem(client, 'B', { quantity: 2 })]
  const { id } = await client.createSnapshot()
  for (const item of [a, b]) await client.updateItem(item.id, { name: 'Changed' })
  const c = await createItem(client, 'C')
  const restore = (body: Omit<RestoreSnapshot, 'dry_run'>) => client.restoreSnapshot(id, body)
  expect(await restore({ item_ids: [a.id] })).toMatchObject({ updated: 1, trashed: 0, unchanged: 0 })
  expect((await client.getItem(b.id)).name).toBe('Changed')
  expect(await restore({ mode: 'merge' })).toMatchObject({ updated: 1, trashed: 0, unchanged: 2 })
  expect(await client.getItem(c.id)).toEqual(c)
  expect(await restore({ mode: 'replace' })).toMatchObject({ updated: 0, trashed: 1, unchanged: 2 })
  await expect(client.getItem(c.id)).rejects.toMatchObject({ code: 'item_not_found' })
})

rehearse(
  'a chain of SKUs, each free only when the next one is, is too long for a request: it is handed over',
  async () => {
    const ids: string[] = []
    for (let n = 0; n < 40; n++) ids.push((await createItem(client, `C-${n}`)).id)
    const { id } = await client.createSnapshot()
    for (const [n, item] of [...ids.entries()].reverse()) await client.updateItem(item, { sku: `C-${n + 1}` })
    const start = () => client.restoreSnapshot(id, {}, { idempotencyKey: 'chain' })
    const restore = await start()
    expect(restore.status).toBe('running')
    expect(await start()).toEqual(restore)
    const ended = await waitUntilEnded(restore)
    expect(ended).toMatchObject({ status: 'completed', updated: 40, conflicts: [] })
    expect((await client.getItem(ids[0] ?? '')).sku).toBe('C-0')
  },
)

test('a restore whose process died goes on once someone asks how far it has come', async () => {
  const item = await createItem(client, 'A')
  const { id } = await client.createSnapshot()
  await client.updateItem(item.id, { name: 'Changed' })
  const dying = makeDyingTable(service.rows, 1, { counts: ({ input }) => JSON.stringify(input).includes('"restored"') })
  const request = { mode: 'replace', item_ids: null } as const
  const render = () => ({ status: 201, body: '', etag: null, warning: null })
  const context = makeContext(dying, makeCaller(customer.company.id))
  const { restore } = await startRestore(context, id, request, render) // what was recorded when it began
  const progress = async () => (await client.getRestore(restore.id)).status
  expect(await progress()).toBe('running')
  service.setTime(noon + 60_000)
  await waitFor(async () => (await progress()) !== 'running')
  expect(await progress()).toBe('completed')
  expect((await client.getItem(item.id)).name).toBe('Item A')
})

test('restores of what the snapshot has not are refused, also at the same time, and change nothing', async () => {
  await createItem(client, 'A')
  const { id } = await client.createSnapshot()
  const before = await client.listAudit()
  const keyed = { 'Idempotency-Key': 'nowhere' }
  const restore = (n: number) =>
    call('POST', `/snapshots/${id}/restore`, { item_ids: [unknownIds.item] }, n % 2 === 0 ? {} : keyed)
  for (const answer of await Promise.all(Array.from({ length: 12 }, (_, n) => restore(n)))) {
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).not.toContain('undefined')
  }
  expect(await tell(restore(0))).toEqual([400, 'invalid_request', 'item_ids[0]'])
  expect(await client.listAudit()).toEqual(before)
  expect((await client.listSnapshots()).pagination.total).toBe(1)
})

rehearse('restores are listed, newest first, and snapshots by type and status', async () => {
  const { id } = await client.createSnapshot()
  const restores: Restore[] = []
  for (const sku of ['A', 'B']) {
    service.setTime(service.now() + 1_000) // what has one moment has no order
    await createItem(client, sku)
    restores.unshift(await client.restoreSnapshot(id))
  }
  expect((await client.listRestores()).data).toEqual(restores)
  const types = async (query: ListSnapshotsQuery) => (await client.listSnapshots(query)).data.map(({ type }) => type)
  expect(await types({})).toEqual(['pre_restore', 'pre_restore', 'manual'])
  expect(await types({ type: 'manual' })).toEqual(['manual'])
  expect(await types({ type: 'pre_restore', status: 'ready' })).toEqual(['pre_restore', 'pre_restore'])
  expect(await types({ status: 'failed' })).toEqual([])
})

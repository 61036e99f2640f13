import type { ListSnapshotItemsQuery } from '../../client'
import { dayMs } from '../../functions/domain/time'
import { tell } from '../support/client'
import { damageSnapshot, stripVersionOfSnapshot } from '../support/damage'
import { createItem } from '../support/items'
import { unknownIds } from '../support/requests/ids'
import { createCompanyWithKey, useService } from '../support/service'
import { noon } from '../support/table'

const service = useService()

test('a snapshot: what it says of itself, its items with the filters of items, and its place in list and log', async () => {
  const { call, client, keyId } = await createCompanyWithKey(service)
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
  expect(await client.listAudit({ resource_id: id })).toMatchObject({
    data: [
      {
        action: 'create',
        resource_type: 'snapshot',
        resource_id: id,
        snapshot_id: id,
        item_id: null,
        actor: { type: 'api_key', id: keyId },
      },
    ],
    pagination: { total: 1 },
  })
  service.setTime(noon + 2_000)
  expect((await call('DELETE', `/snapshots/${id}`)).status).toBe(204)
  await expect(client.getSnapshot(id)).rejects.toMatchObject({ code: 'snapshot_not_found' })
  const { data } = await client.listAudit({ resource_type: 'snapshot' })
  expect(data.map(({ action }) => action)).toEqual(['delete', 'create', 'create'])
})

test('to restore an item that the snapshot has not is refused, and changes nothing', async () => {
  const { call, client } = await createCompanyWithKey(service)
  await createItem(client, 'A')
  const { id } = await client.createSnapshot()
  const before = await client.listAudit()
  const restore = call('POST', `/snapshots/${id}/restore`, { item_ids: [unknownIds.item] })
  expect(await tell(restore)).toEqual([400, 'invalid_request', 'item_ids[0]'])
  expect(await client.listAudit()).toEqual(before)
  expect((await client.listSnapshots()).pagination.total).toBe(1)
})

// What each plan allows, test/domain/companies.test.ts shows.
test('on starter, one snapshot a day, kept for 7 days, and one restore a day', async () => {
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
  const id = answers.find(({ status }) => status === 201)?.body.id
  expect((await call('POST', `/snapshots/${id}/restore`)).status).toBe(201)
  expect(await tell(call('POST', `/snapshots/${id}/restore`))).toEqual([403, 'plan_limit_reached'])
  expect((await call('POST', `/snapshots/${id}/restore`, { dry_run: true })).status).toBe(200)
  service.setTime(Date.parse(next))
  expect((await call('POST', '/snapshots')).status).toBe(201)
  expect((await call('POST', `/snapshots/${id}/restore`)).status).toBe(201)
  service.setTime(noon + 7 * dayMs - 1)
  expect((await call('GET', `/snapshots/${id}`)).status).toBe(200)
  service.setTime(noon + 7 * dayMs)
  expect((await call('GET', `/snapshots/${id}`)).body.error.code).toBe('snapshot_not_found')
  expect((await call('POST', `/snapshots/${id}/restore`)).body.error.code).toBe('snapshot_not_found')
})

test.each([
  ['is damaged', damageSnapshot, 'damaged', 'failed'],
  ['another release has stored', stripVersionOfSnapshot, 'cannot be restored', 'ready'],
] as const)('a snapshot that %s is not restored: a clear refusal, and no change', async (_, spoil, reason, status) => {
  const { call, client, company } = await createCompanyWithKey(service)
  const item = await createItem(client, 'A')
  const { id } = await client.createSnapshot()
  await client.updateItem(item.id, { name: 'Changed' })
  await spoil(service.rows, company.id, id)
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

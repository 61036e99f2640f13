import { dayMs } from '../../functions/domain/time'
import { readItemsAtOnce } from '../../functions/operations/snapshots/items-at-once'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { runConcurrently } from '../../functions/store/concurrently'
import type { BodyOf, Call } from '../../testing/client'
import { makeDyingTable } from '../../testing/dying'
import { waitFor } from '../../testing/eventually'
import { createItem } from '../../testing/items'
import { createCompanyWithKey, useService } from '../../testing/service'
import { makeContext, makeShop } from '../../testing/shop'
import { chooseSize } from '../../testing/size'
import { stockUp } from '../../testing/stock'
import { makeCaller, noon } from '../../testing/table'

const service = useService()

/** Asks how far the restore has come, until it has ended. */
const waitUntilEnded = (call: Call, restore: { id: string; status: string }) =>
  waitFor(async () => {
    if (restore.status === 'running') Object.assign(restore, (await call('GET', `/restores/${restore.id}`)).body)
    return restore.status !== 'running'
  })
/** All items, without what every change changes. */
const everyItem = async (companyId: string) => {
  const items = await readItemsAtOnce(service.rows, companyId)
  return Array.from({ length: items.count }, (_, row) => ({
    ...items.getRow(row),
    updated_at: 0,
    rev: 0,
    sequence: 0,
  }))
}

test('some of many items, changed in every way: the diff names them, the restore brings them back, and can be undone', async () => {
  const { call, company } = await createCompanyWithKey(service)
  const since = noon - dayMs
  const size = chooseSize({ quick: { items: 1_000, changed: 125 }, thorough: { items: 10_000, changed: 500 } })
  const items = await stockUp(service.rows, company.id, size.items, { since, quantity: (index) => index % 50 })
  const changed = items.filter((_, index) => index % (size.items / size.changed) === 0)
  const fifth = size.changed / 5
  const { id } = (await call('POST', '/snapshots', { name: 'Whole' })).body
  const order = { supplier: { name: 'Acme' }, line_items: [{ item_id: changed[3]?.id, quantity_ordered: 2 }] }
  await call('POST', '/orders', order)
  const before = await everyItem(company.id)
  const shop = makeShop(service.rows, makeCaller(company.id))
  const fresh: string[] = []
  await runConcurrently(changed.entries(), 4, async ([index, item]) => {
    const path = `/items/${item.id}`
    if (index % 5 === 0) await call('PUT', path, { name: `Nut ${index}`, location: 'WH9', reorder_point: 4 })
    if (index % 5 === 1) await call('POST', '/transactions', { type: 'receive', item_id: item.id, quantity: 3 })
    if (index % 5 === 2) await call('DELETE', path)
    if (index % 5 === 3) await call('PUT', path, { sku: `RENAMED-${index}`, barcode: String(index), quantity: 1_000 })
    if (index % 5 === 4) fresh.push((await createItem(call, `NEW-${index}`, { quantity: index })).id)
  })
  let minute = 0
  const later = () => service.setTime(noon + ++minute * 60_000) // another thousand requests, and a log that has settled
  later()
  const expected = [...changed.filter((_, index) => index % 5 !== 4).map((item) => item.id), ...fresh].sort()
  const diff = async () => {
    const rows: BodyOf<'GET', `/snapshots/${string}/diff`>['data'] = []
    for (let offset = 0; ; offset += 100) {
      const { summary, data, pagination } = (await call('GET', `/snapshots/${id}/diff?limit=100&offset=${offset}`)).body
      rows.push(...data)
      if (!pagination.has_more) return { summary, rows }
    }
  }
  const { summary, rows } = await diff()
  expect(rows.map(({ item_id }) => item_id)).toEqual(expected)
  expect(summary).toEqual({
    created: fifth,
    updated: 3 * fifth,
    trashed: fifth,
    unchanged: size.items - 4 * fifth,
  })
  const dry = await call('POST', `/snapshots/${id}/restore`, { dry_run: true })
  expect([dry.status, dry.body]).toEqual([200, summary])

  const messed = await everyItem(company.id)
  const history = async (query: string) => (await call('GET', query)).text
  const orders = await history('/orders')
  const restoreFrom = async (snapshot: string) => {
    const started = await call('POST', `/snapshots/${snapshot}/restore`)
    expect(started.status).toBe(201)
    const restore = { ...started.body }
    expect(restore).toMatchObject({ snapshot_id: snapshot, progress: { total: size.changed }, conflicts: [] })
    await waitUntilEnded(call, restore)
    expect(restore).toMatchObject({
      status: 'completed',
      progress: { done: size.changed, total: size.changed },
      conflicts: [],
    })
    later()
    return restore
  }
  const { pre_restore_snapshot_id: undo } = await restoreFrom(id)
  expect((await diff()).summary).toEqual({ created: 0, updated: 0, trashed: 0, unchanged: size.items })
  expect(await everyItem(company.id)).toEqual(before)
  expect(await history('/orders')).toBe(orders)
  const told = (await call('GET', '/audit?action=restore&resource_type=item')).body
  expect(told.pagination.total).toBe(size.changed) // twice for those that get fields and a SKU back
  expect(told.data[0]).toMatchObject({ snapshot_id: id, user_id: 'usr_1' })
  expect((await call('GET', '/transactions?type=snapshot_restore')).body.pagination.total).toBe(2 * fifth)
  await runConcurrently(changed, 8, async ({ id: item }) => expect((await shop.verifyItem(item)).consistent).toBe(true))
  expect((await call('GET', `/snapshots/${id}`)).body).toMatchObject({ last_restored_at: expect.any(String) })

  await restoreFrom(undo)
  expect(await everyItem(company.id)).toEqual(messed)
  const live = messed.map((item) => item.id ?? '').filter((item) => expected.includes(item))
  expect(live).toHaveLength(4 * fifth)
  await runConcurrently(live, 8, async (item) => expect((await shop.verifyItem(item)).consistent).toBe(true))
}, 240_000)

test('merge leaves alone what came after the snapshot, and item_ids choose what is restored', async () => {
  const { call } = await createCompanyWithKey(service)
  const [a, b] = [await createItem(call, 'A', { quantity: 1 }), await createItem(call, 'B', { quantity: 2 })]
  const { id } = (await call('POST', '/snapshots')).body
  for (const item of [a, b]) await call('PUT', `/items/${item.id}`, { name: 'Changed' })
  const c = await createItem(call, 'C')
  const restore = async (body: object) => (await call('POST', `/snapshots/${id}/restore`, body)).body
  expect(await restore({ item_ids: [a.id] })).toMatchObject({ updated: 1, trashed: 0, unchanged: 0 })
  expect((await call('GET', `/items/${b.id}`)).body.name).toBe('Changed')
  expect(await restore({ mode: 'merge' })).toMatchObject({ updated: 1, trashed: 0, unchanged: 2 })
  expect((await call('GET', `/items/${c.id}`)).status).toBe(200)
  expect(await restore({ mode: 'replace' })).toMatchObject({ updated: 0, trashed: 1, unchanged: 2 })
  expect((await call('GET', `/items/${c.id}`)).status).toBe(404)
})

test('a chain of SKUs, each free only when the next one is, is too long for a request: it is handed over', async () => {
  const { call } = await createCompanyWithKey(service)
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push((await createItem(call, `C-${n}`)).id)
  const { id } = (await call('POST', '/snapshots')).body
  for (let n = 39; n >= 0; n--) await call('PUT', `/items/${ids[n]}`, { sku: `C-${n + 1}` })
  const key = { 'Idempotency-Key': 'chain' }
  const { status, body } = await call('POST', `/snapshots/${id}/restore`, undefined, key)
  expect([status, body.status]).toEqual([201, 'running'])
  expect((await call('POST', `/snapshots/${id}/restore`, undefined, key)).body).toEqual(body)
  const restore = { ...body }
  await waitUntilEnded(call, restore)
  expect(restore).toMatchObject({ status: 'completed', updated: 40, conflicts: [] })
  expect((await call('GET', `/items/${ids[0]}`)).body.sku).toBe('C-0')
})

test('a restore whose process died goes on once someone asks how far it has come', async () => {
  const { call, company } = await createCompanyWithKey(service)
  const item = await createItem(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  await call('PUT', `/items/${item.id}`, { name: 'Changed' })
  const dying = makeDyingTable(service.rows, 1, { counts: ({ input }) => JSON.stringify(input).includes('"restored"') })
  const request = { mode: 'replace', item_ids: null } as const
  const render = () => ({ status: 201, body: '', etag: null, warning: null })
  const context = makeContext(dying, makeCaller(company.id))
  const { restore } = await startRestore(context, id, request, render) // what was recorded when it began
  const progress = async () => (await call('GET', `/restores/${restore.id}`)).body.status
  expect(await progress()).toBe('running')
  service.setTime(noon + 60_000)
  await waitFor(async () => (await progress()) !== 'running')
  expect(await progress()).toBe('completed')
  expect((await call('GET', `/items/${item.id}`)).body.name).toBe('Item A')
})

test('restores that are refused at the same time each say why, with a key or without', async () => {
  const { call } = await createCompanyWithKey(service)
  await createItem(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  const nowhere = (headers = {}) => call('POST', `/snapshots/${id}/restore`, { item_ids: ['nope'] }, headers)
  const keyed = { 'Idempotency-Key': 'nowhere' }
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => nowhere(n % 2 === 0 ? {} : keyed)))
  for (const { status, body } of answers) {
    expect(status).toBe(400)
    expect(body.error.message).not.toContain('undefined')
  }
  expect((await nowhere()).body.error).toMatchObject({ code: 'invalid_request', field: 'item_ids[0]' })
  expect((await call('GET', '/snapshots')).body.pagination.total).toBe(1)
})

import { findItem } from '../../functions/store/items/items'
import { itemsAtOnce } from '../../functions/store/snapshots/cut'
import { startRestore } from '../../functions/store/snapshots/start-restore'
import { verifyItem } from '../../functions/store/stock/ledger'
import { damageSnapshot } from '../support/damage'
import { dyingAt } from '../support/dying'
import { type Body, type Client, newCompany, newKey, startTestService, type TestService } from '../support/service'
import { stockUp } from '../support/stock'
import { caller, noon } from '../support/table'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(() => service.setTime(noon))

const dayMs = 86_400_000
const add = async (call: Client, sku: string, fields: object = {}) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, ...fields })).body
/** Does something with each, some at once. */
const eachOf = async <Each>(all: Each[], run: (each: Each, index: number) => Promise<unknown>) => {
  const queue = [...all.entries()]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next[1], next[0])
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}
/** All items, without what every change changes. */
const everyItem = async (company: string) => {
  const items = await itemsAtOnce(service.rows, company)
  return Array.from({ length: items.count }, (_, row) => ({ ...items.item(row), updated_at: 0, rev: 0, sequence: 0 }))
}

test('a snapshot: what it says of itself, its items with the filters of items, and its place in list and log', async () => {
  const { call, keyId } = await newCompany(service)
  const first = await add(call, 'A', { quantity: 5, location: 'WH1', reorder_point: 9 })
  const trashed = await add(call, 'B', { quantity: 3 })
  await call('DELETE', `/items/${trashed.id}`)
  await add(call, 'C', { quantity: 7, barcode: '4006381' })
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
  const path = `/snapshots/${made.body.id}`
  expect((await call('GET', path)).body).toEqual(made.body)
  service.setTime(noon + 1_000)
  const second = (await call('POST', '/snapshots')).body
  const list = (await call('GET', '/snapshots?limit=1')).body
  expect([list.data, list.pagination]).toEqual([[second], { total: 2, limit: 1, offset: 0, has_more: true }])
  await call('PUT', `/items/${first.id}`, { name: 'Changed' })
  const skus = async (query: string) => (await call('GET', `${path}/items${query}`)).body.data.map(({ sku }) => sku)
  expect(await skus('?sort=sku')).toEqual(['A', 'C'])
  expect(await skus('?sort=-quantity&limit=1')).toEqual(['C'])
  expect(await skus('?search=400')).toEqual(['C'])
  expect(await skus('?location=WH1')).toEqual(['A'])
  expect(await skus('?low_stock=true')).toEqual(['A'])
  expect((await call('GET', `${path}/items?sort=name`)).body.data[0]?.name).toBe('Item A')
  const told = (await call('GET', `/audit?resource_id=${made.body.id}`)).body
  expect(told).toMatchObject({
    data: [
      {
        action: 'create',
        resource_type: 'snapshot',
        resource_id: made.body.id,
        snapshot_id: made.body.id,
        item_id: null,
        actor: { type: 'api_key', id: keyId },
      },
    ],
    pagination: { total: 1 },
  })
  service.setTime(noon + 2_000)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).body.error.code).toBe('snapshot_not_found')
  const entries = (await call('GET', '/audit?resource_type=snapshot')).body.data
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'create', 'create'])
})

test.each([
  ['POST', '/snapshots', { name: '' }, 'name'],
  ['POST', '/snapshots', { title: 'x' }, 'title'],
  ['GET', '/snapshots?limit=0', undefined, 'limit'],
  ['GET', '/snapshots?type=manual', undefined, 'type'],
  ['GET', '/snapshots/ID/items?sort=none', undefined, 'sort'],
  ['GET', '/snapshots/ID/diff?offset=-1', undefined, 'offset'],
  ['POST', '/snapshots/ID/restore', { mode: 'overwrite' }, 'mode'],
  ['POST', '/snapshots/ID/restore', { dry_run: 'yes' }, 'dry_run'],
  ['POST', '/snapshots/ID/restore', { item_ids: [] }, 'item_ids'],
  ['POST', '/snapshots/ID/restore', { item_ids: ['itm_01K00000000000000000000001'] }, 'item_ids[0]'],
  ['POST', '/snapshots/ID/restore', { item_ids: [7] }, 'item_ids[0]'],
  ['POST', '/snapshots/ID/restore', { item_ids: null }, 'item_ids'],
])('%s %s %j is refused, names %s and changes nothing', async (method, path, body, field) => {
  const { call } = await newCompany(service)
  await add(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  const before = (await call('GET', '/audit')).text
  const { status, body: answer } = await call(method, path.replace('ID', id), body)
  expect([status, answer.error]).toMatchObject([400, { code: 'invalid_request', field }])
  expect((await call('GET', '/audit')).text).toBe(before)
  expect((await call('GET', '/snapshots')).body.pagination.total).toBe(1)
})

test.each([
  ['starter', 1, 7],
  ['professional', 4, 30],
  ['enterprise', 24, 90],
] as const)('on %s, %d snapshots a day, kept for %d days, and as many restores', async (plan, perDay, days) => {
  const { call } = await newCompany(service, plan)
  await add(call, 'A')
  const answers = await Promise.all(Array.from({ length: perDay + 3 }, () => call('POST', '/snapshots')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(perDay)
  const next = '2026-03-15T00:00:00.000Z'
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect([status, body.error.code]).toEqual([403, 'plan_limit_reached'])
    expect(body.error.message).toContain(next)
  }
  expect((await call('GET', '/snapshots')).body.pagination.total).toBe(perDay)
  const id = answers.find(({ status }) => status === 201)?.body.id
  for (let n = 0; n < perDay; n++) expect((await call('POST', `/snapshots/${id}/restore`)).status).toBe(201)
  const refused = await call('POST', `/snapshots/${id}/restore`)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'plan_limit_reached'])
  expect((await call('POST', `/snapshots/${id}/restore`, { dry_run: true })).status).toBe(200)
  service.setTime(Date.parse(next))
  expect((await call('POST', '/snapshots')).status).toBe(201)
  expect((await call('POST', `/snapshots/${id}/restore`)).status).toBe(201)
  service.setTime(noon + days * dayMs - 1)
  expect((await call('GET', `/snapshots/${id}`)).status).toBe(200)
  service.setTime(noon + days * dayMs)
  expect((await call('GET', `/snapshots/${id}`)).body.error.code).toBe('snapshot_not_found')
  expect((await call('POST', `/snapshots/${id}/restore`)).body.error.code).toBe('snapshot_not_found')
})

test('500 of 10 000 items, changed in every way: the diff names them, the restore brings them back, and can be undone', async () => {
  const { call, company } = await newCompany(service)
  const since = noon - dayMs
  const items = await stockUp(service.rows, company.id, 10_000, { since, quantity: (index) => index % 50 })
  const changed = items.filter((_, index) => index % 20 === 0)
  const { id } = (await call('POST', '/snapshots', { name: 'Whole' })).body
  const order = { supplier: { name: 'Acme' }, line_items: [{ item_id: changed[3]?.id, quantity_ordered: 2 }] }
  await call('POST', '/orders', order)
  const before = await everyItem(company.id)
  const fresh: string[] = []
  await eachOf(changed, async (item, index) => {
    const path = `/items/${item.id}`
    if (index % 5 === 0) await call('PUT', path, { name: `Nut ${index}`, location: 'WH9', reorder_point: 4 })
    if (index % 5 === 1) await call('POST', '/transactions', { type: 'receive', item_id: item.id, quantity: 3 })
    if (index % 5 === 2) await call('DELETE', path)
    if (index % 5 === 3) await call('PUT', path, { sku: `RENAMED-${index}`, barcode: String(index), quantity: 1_000 })
    if (index % 5 === 4) fresh.push((await add(call, `NEW-${index}`, { quantity: index })).id)
  })
  let minute = 0
  const later = () => service.setTime(noon + ++minute * 60_000) // another thousand requests, and a log that has settled
  later()
  const expected = [...changed.filter((_, index) => index % 5 !== 4).map((item) => item.id), ...fresh].sort()
  const diff = async () => {
    const rows: Body[] = []
    for (let offset = 0; ; offset += 100) {
      const { summary, data, pagination } = (await call('GET', `/snapshots/${id}/diff?limit=100&offset=${offset}`)).body
      rows.push(...data)
      if (!pagination.has_more) return { summary, rows }
    }
  }
  const { summary, rows } = await diff()
  expect(rows.map(({ item_id }) => item_id)).toEqual(expected)
  expect(summary).toEqual({ created: 100, updated: 300, trashed: 100, unchanged: 9_600 })
  const dry = await call('POST', `/snapshots/${id}/restore`, { dry_run: true })
  expect([dry.status, dry.body]).toEqual([200, summary])

  const messed = await everyItem(company.id)
  const history = async (query: string) => (await call('GET', query)).text
  const orders = await history('/orders')
  const restoreFrom = async (snapshot: string) => {
    const started = await call('POST', `/snapshots/${snapshot}/restore`)
    expect(started.status).toBe(201)
    const restore = { ...started.body }
    expect(restore).toMatchObject({ snapshot_id: snapshot, progress: { total: 500 }, conflicts: [] })
    while (restore.status === 'running') Object.assign(restore, (await call('GET', `/restores/${restore.id}`)).body)
    expect(restore).toMatchObject({ status: 'completed', progress: { done: 500, total: 500 }, conflicts: [] })
    later()
    return restore
  }
  const { pre_restore_snapshot_id: undo } = await restoreFrom(id)
  expect((await diff()).summary).toEqual({ created: 0, updated: 0, trashed: 0, unchanged: 10_000 })
  expect(await everyItem(company.id)).toEqual(before)
  expect(await history('/orders')).toBe(orders)
  const told = (await call('GET', '/audit?action=restore&resource_type=item')).body
  expect(told.pagination.total).toBe(500) // twice for those that get fields and a SKU back
  expect(told.data[0]).toMatchObject({ snapshot_id: id, user_id: 'usr_1' })
  expect((await call('GET', '/transactions?type=snapshot_restore')).body.pagination.total).toBe(200)
  await eachOf(changed, async ({ id: item }) =>
    expect((await verifyItem(service.rows, company.id, item)).consistent).toBe(true),
  )
  expect((await call('GET', `/snapshots/${id}`)).body).toMatchObject({ last_restored_at: expect.any(String) })

  await restoreFrom(undo)
  expect(await everyItem(company.id)).toEqual(messed)
  const live = messed.map((item) => item.id ?? '').filter((item) => expected.includes(item))
  expect(live).toHaveLength(400)
  await eachOf(live, async (item) => expect((await verifyItem(service.rows, company.id, item)).consistent).toBe(true))
}, 240_000)

test('merge leaves alone what came after the snapshot, and item_ids choose what is restored', async () => {
  const { call } = await newCompany(service)
  const [a, b] = [await add(call, 'A', { quantity: 1 }), await add(call, 'B', { quantity: 2 })]
  const { id } = (await call('POST', '/snapshots')).body
  for (const item of [a, b]) await call('PUT', `/items/${item.id}`, { name: 'Changed' })
  const c = await add(call, 'C')
  const restore = async (body: object) => (await call('POST', `/snapshots/${id}/restore`, body)).body
  expect(await restore({ item_ids: [a.id] })).toMatchObject({ updated: 1, trashed: 0, unchanged: 0 })
  expect((await call('GET', `/items/${b.id}`)).body.name).toBe('Changed')
  expect(await restore({ mode: 'merge' })).toMatchObject({ updated: 1, trashed: 0, unchanged: 2 })
  expect((await call('GET', `/items/${c.id}`)).status).toBe(200)
  expect(await restore({ mode: 'replace' })).toMatchObject({ updated: 0, trashed: 1, unchanged: 2 })
  expect((await call('GET', `/items/${c.id}`)).status).toBe(404)
})

test('a chain of SKUs, each free only when the next one is, is too long for a request: it is handed over', async () => {
  const { call } = await newCompany(service)
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push((await add(call, `C-${n}`)).id)
  const { id } = (await call('POST', '/snapshots')).body
  for (let n = 39; n >= 0; n--) await call('PUT', `/items/${ids[n]}`, { sku: `C-${n + 1}` })
  const key = { 'Idempotency-Key': 'chain' }
  const { status, body } = await call('POST', `/snapshots/${id}/restore`, undefined, key)
  expect([status, body.status]).toEqual([201, 'running'])
  expect((await call('POST', `/snapshots/${id}/restore`, undefined, key)).body).toEqual(body)
  const restore = { ...body }
  while (restore.status === 'running') Object.assign(restore, (await call('GET', `/restores/${body.id}`)).body)
  expect(restore).toMatchObject({ status: 'completed', updated: 40, conflicts: [] })
  expect((await call('GET', `/items/${ids[0]}`)).body.sku).toBe('C-0')
})

test('a restore whose process died goes on once someone asks how far it has come', async () => {
  const { call, company } = await newCompany(service)
  const item = await add(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  await call('PUT', `/items/${item.id}`, { name: 'Changed' })
  const dying = dyingAt(service.rows, 1, { counts: ({ input }) => JSON.stringify(input).includes('"restored"') })
  const request = { mode: 'replace', item_ids: null } as const
  const handOver = async () => Promise.reject(new Error('killed'))
  await expect(startRestore(dying, caller(company.id), id, request, { handOver })).rejects.toThrow('killed')
  const [entry] = (await call('GET', '/audit?action=restore')).body.data
  const restoreId = String(entry?.changes.find(({ field }) => field === 'restore_id')?.to)
  const progress = async () => (await call('GET', `/restores/${restoreId}`)).body.status
  expect(await progress()).toBe('running')
  service.setTime(noon + 60_000)
  while ((await progress()) === 'running') await new Promise((resolve) => setImmediate(resolve))
  expect(await progress()).toBe('completed')
  expect((await call('GET', `/items/${item.id}`)).body.name).toBe('Item A')
})

test('restores that are refused at the same time each say why, with a key or without', async () => {
  const { call } = await newCompany(service)
  await add(call, 'A')
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

test('a damaged snapshot is not restored: a clear refusal, no change, and the snapshot has failed', async () => {
  const { call, company } = await newCompany(service)
  const item = await add(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  await call('PUT', `/items/${item.id}`, { name: 'Changed' })
  await damageSnapshot(service.rows, company.id, id)
  const before = (await call('GET', '/audit')).text
  const refusal = { code: 'invalid_state', message: expect.stringContaining('damaged'), field: 'status' }
  for (const path of ['items', 'diff'])
    expect((await call('GET', `/snapshots/${id}/${path}`)).body.error).toMatchObject(refusal)
  const refused = await call('POST', `/snapshots/${id}/restore`)
  expect([refused.status, refused.body.error]).toMatchObject([400, refusal])
  expect((await call('GET', `/snapshots/${id}`)).body.status).toBe('failed')
  expect((await call('POST', `/snapshots/${id}/restore`)).body.error.message).toContain("'failed'")
  expect((await call('GET', '/audit')).text).toBe(before)
  expect((await findItem(service.rows, company.id, item.id))?.name).toBe('Changed')
  expect((await call('GET', '/snapshots')).body.pagination.total).toBe(1)
})

test('a key that may only read looks into snapshots, and takes and restores none', async () => {
  const { call, company } = await newCompany(service)
  await add(call, 'A')
  const { id } = (await call('POST', '/snapshots')).body
  const reader = await newKey(service, company.id, 'enterprise', ['read'])
  for (const path of ['', `/${id}`, `/${id}/items`, `/${id}/diff`])
    expect((await reader.call('GET', `/snapshots${path}`)).status).toBe(200)
  for (const path of ['', `/${id}/restore`])
    expect((await reader.call('POST', `/snapshots${path}`)).body.error.code).toBe('forbidden')
  expect((await reader.call('DELETE', `/snapshots/${id}`)).body.error.code).toBe('forbidden')
})

import type { Item } from '../../client'
import { makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { createCompanyWithKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { createOrder } = actOnItems(client)

const bolt = { name: 'Bolt', sku: 'B-1' }
const create = async (fields: object = bolt) => (await call('POST', '/items', fields)).body

test('201 with the whole item, unset fields null, and its revision as ETag', async () => {
  const { status, headers, body } = await call('POST', '/items', { ...bolt, name: '  Cafe\u0301 bolt ', quantity: 3 })
  expect(status).toBe(201)
  expect(headers.get('etag')).toBe('"1"')
  expect(body).toEqual({
    id: expect.stringMatching(/^itm_[0-9A-Z]{26}$/),
    name: 'Café bolt',
    sku: 'B-1',
    quantity: 3,
    location: null,
    barcode: null,
    reorder_point: null,
    created_at: '2026-03-14T12:00:00.000Z',
    updated_at: '2026-03-14T12:00:00.000Z',
  })
  const got = await call('GET', `/items/${body.id}`)
  expect([got.status, got.headers.get('etag'), got.body]).toEqual([200, '"1"', body])
})

test('a SKU is of one live item of a company; case makes another SKU', async () => {
  const item = await create()
  const { id } = await create({ name: 'Nut', sku: 'N-1' })
  const taken = (sku: string) => ({
    status: 400,
    body: makeError('sku_already_exists', `Another item has the SKU '${sku}'.`, 'sku'),
  })
  expect(await call('POST', '/items', bolt)).toMatchObject(taken('B-1'))
  expect(await call('PUT', `/items/${item.id}`, { sku: 'N-1', name: 'Other' })).toMatchObject(taken('N-1'))
  expect((await call('GET', `/items/${item.id}`)).body).toEqual(item)
  const other = await createCompanyWithKey(service)
  expect((await other.call('POST', '/items', bolt)).status).toBe(201)
  expect((await call('POST', '/items', { ...bolt, sku: 'b-1' })).status).toBe(201)
  await call('PUT', `/items/${item.id}`, { sku: 'B-2' })
  expect((await call('POST', '/items', bolt)).status).toBe(201)
  await call('DELETE', `/items/${id}`)
  await create({ name: 'Nut', sku: 'N-1' })
  expect(await call('POST', `/items/${id}/restore`)).toMatchObject(taken('N-1'))
  expect((await call('POST', `/items/${id}/restore`, { sku: 'N-2' })).body).toMatchObject({ id, sku: 'N-2' })
})

describe('update', () => {
  test('sets what is given, clears what is null, leaves the rest', async () => {
    const item = await create({ ...bolt, location: 'A', barcode: '1', reorder_point: 5 })
    service.setTime(noon + 1_000)
    const { status, headers, body } = await call('PUT', `/items/${item.id}`, { name: 'Nut', location: null })
    expect([status, headers.get('etag'), headers.get('warning')]).toEqual([200, '"2"', null])
    expect(body).toEqual({ ...item, name: 'Nut', location: null, updated_at: '2026-03-14T12:00:01.000Z' })
  })

  test('of the quantity answers with a warning', async () => {
    const item = await create({ ...bolt, quantity: 5 })
    const { headers, body } = await call('PUT', `/items/${item.id}`, { quantity: 4 })
    expect(headers.get('warning')).toBe('299 - "Use POST /transactions to change quantity"')
    expect(body.quantity).toBe(4)
  })

  test('that changes nothing writes nothing; what was fetched can be sent back', async () => {
    const item = await create({ ...bolt, location: 'Aisle 1' })
    for (const body of [undefined, {}, { name: 'Bolt', quantity: 0 }, item]) {
      const { status, headers, body: shown } = await call('PUT', `/items/${item.id}`, body)
      expect([status, headers.get('etag'), headers.get('warning'), shown]).toEqual([200, '"1"', null, item])
    }
    const other = call('PUT', `/items/${item.id}`, { ...item, created_at: '2020-01-01T00:00:00.000Z' })
    expect(await tell(other)).toEqual([400, 'invalid_request', 'created_at'])
  })
})

test.each([
  ['PUT', 'item'],
  ['DELETE', 'item'],
  ['PUT', 'order'],
  ['DELETE', 'order'],
])('If-Match makes a %s of an %s conditional', async (method, kind) => {
  const item = await create({ name: 'Bolt', sku: 'A' })
  const { id } = kind === 'item' ? item : await createOrder({ status: 'draft' })
  const field = kind === 'item' ? 'name' : 'notes'
  await call('PUT', `/${kind}s/${id}`, { [field]: 'First' })
  const body = method === 'PUT' ? { [field]: 'Late' } : undefined
  const send = (revision: number) => call(method, `/${kind}s/${id}`, body, { 'If-Match': `"${revision}"` })
  const conflict = makeError('version_conflict', `The ${kind} has changed since: its revision is 2, not 1.`)
  expect(await send(1)).toMatchObject({ status: 400, body: conflict })
  expect((await send(2)).status).toBe(method === 'PUT' ? 200 : 204)
})

test('a deleted item is 404 everywhere but in trash, from which it comes back whole', async () => {
  const item = await create({ ...bolt, quantity: 7 })
  const deleted = await call('DELETE', `/items/${item.id}`)
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await call(method, `/items/${item.id}`, method === 'PUT' ? { name: 'x' } : undefined)
    expect([answer.status, answer.body]).toEqual([404, makeError('item_not_found', 'There is no such item.')])
  }
  expect((await call('GET', '/items')).body.pagination.total).toBe(0)
  const [trashed] = (await call('GET', '/trash')).body.data
  expect(trashed).toEqual({
    ...item,
    updated_at: trashed?.deleted_at,
    deleted_at: '2026-03-14T12:00:00.001Z',
    deleted_by: 'usr_1',
    purge_at: '2026-04-13T12:00:00.001Z',
  })
  const restored = await call('POST', `/items/${item.id}/restore`)
  expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"3"'])
  expect(restored.body).toEqual({ ...item, updated_at: expect.any(String) })
  const again = await call('POST', `/items/${item.id}/restore`)
  expect([again.status, again.body]).toEqual([400, makeError('not_in_trash', 'The item is not in trash.')])
})

// What filters and sorts do, test/domain/lists.test.ts shows: here, that each is asked.
describe('list', () => {
  const shelf = [
    { name: 'Hex bolt', sku: 'HB', quantity: 5, location: 'B', reorder_point: 6 },
    { name: 'Ärmel', sku: 'AE', quantity: 50, barcode: '4006381', reorder_point: 6 },
    { name: 'anchor', sku: 'AN', quantity: 6, location: 'a', reorder_point: 6 },
    { name: 'Bolt cutter', sku: 'BC', location: 'B', barcode: '40063810' },
  ]
  const stockShelf = async () => {
    const items: Item[] = []
    for (const item of shelf) {
      service.setTime(service.rows.now() + 1_000)
      items.push(await client.createItem(item))
    }
    return items as [Item, Item, Item, Item]
  }
  const expectSkus = async (expected: Record<string, string[]>) => {
    for (const [query, skus] of Object.entries(expected))
      expect([query, (await call('GET', query as '/items')).body.data.map(({ sku }) => sku)]).toEqual([query, skus])
  }

  test('of items: every filter and sort, and exact totals on every page', async () => {
    const [hb, ae, an, bc] = await stockShelf()
    await expectSkus({
      '/items': ['HB', 'AE', 'AN', 'BC'],
      '/items?sort=-location': ['HB', 'BC', 'AN', 'AE'],
      '/items?search=%C3%A4rm': ['AE'],
      '/items?search=bolt&location=B&low_stock=true': ['HB'],
      '/items?limit=2&offset=1': ['AE', 'AN'],
      '/items?sku=HB': ['HB'],
      '/items?barcode=4006381': ['AE'],
      // In the order of the list; what is no item selects nothing.
      [`/items?ids=${bc.id},itm_none,${ae.id},${ae.id}`]: ['AE', 'BC'],
      [`/items?ids=${bc.id},${ae.id}&search=bolt`]: ['BC'],
      [`/items?updated_since=${an.updated_at}`]: ['BC'], // exclusive
    })
    service.setTime(service.rows.now() + 1_000)
    await client.updateItem(hb.id, { name: 'Bolt' })
    await expectSkus({
      [`/items?updated_since=${an.updated_at.replace('Z', '%2B00:00')}`]: ['HB', 'BC'],
      [`/items?updated_since=${an.updated_at}&ids=${hb.id},${an.id}&location=B`]: ['HB'],
    })
    const page = async (query: '' | `?${string}`) => (await call('GET', `/items${query}`)).body.pagination
    expect(await page('?limit=3&offset=0')).toEqual({ total: 4, limit: 3, offset: 0, has_more: true })
    expect(await page('?limit=3&offset=3')).toEqual({ total: 4, limit: 3, offset: 3, has_more: false })
    expect((await page('')).limit).toBe(50)
  })

  test('of trash: the newest deleted comes first, and the filters of items work', async () => {
    for (const { id } of await stockShelf()) {
      service.setTime(service.rows.now() + 1_000)
      await call('DELETE', `/items/${id}`)
    }
    await expectSkus({
      '/trash': ['BC', 'AN', 'AE', 'HB'],
      '/trash?sort=deleted_at': ['HB', 'AE', 'AN', 'BC'],
      '/trash?sort=sku&limit=2': ['AE', 'AN'],
      '/trash?sku=AN': ['AN'],
      '/trash?search=bolt%20c': ['BC'],
    })
  })
})

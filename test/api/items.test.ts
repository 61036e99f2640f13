import { makeError, tell } from '../support/client'
import { createCompanyWithKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call } = useCustomer()

const bolt = { name: 'Bolt', sku: 'B-1' }
const create = async (fields: object = bolt) => (await call('POST', '/items', fields)).body

describe('create and get', () => {
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

  test('a SKU that is taken is refused; another company takes it freely, and case makes another SKU', async () => {
    await create()
    const taken = makeError('sku_already_exists', "Another item has the SKU 'B-1'.", 'sku')
    expect(await call('POST', '/items', bolt)).toMatchObject({ status: 400, body: taken })
    const other = await createCompanyWithKey(service)
    expect((await other.call('POST', '/items', bolt)).status).toBe(201)
    expect((await call('POST', '/items', { ...bolt, sku: 'b-1' })).status).toBe(201)
  })
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

  test.each([
    ['an empty body', undefined],
    ['no field', {}],
    ['the same values', { name: 'Bolt', quantity: 0 }],
  ])('with %s changes nothing and writes nothing', async (_, body) => {
    const item = await create()
    const answer = await call('PUT', `/items/${item.id}`, body)
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('warning'), answer.body]).toEqual([
      200,
      '"1"',
      null,
      item,
    ])
  })

  test('to a SKU that is taken is refused; the old SKU is free after a change', async () => {
    const item = await create()
    await create({ name: 'Nut', sku: 'N-1' })
    const taken = await call('PUT', `/items/${item.id}`, { sku: 'N-1', name: 'Other' })
    expect([taken.status, taken.body]).toEqual([
      400,
      makeError('sku_already_exists', "Another item has the SKU 'N-1'.", 'sku'),
    ])
    expect((await call('GET', `/items/${item.id}`)).body).toEqual(item)
    await call('PUT', `/items/${item.id}`, { sku: 'B-2' })
    expect((await call('POST', '/items', bolt)).status).toBe(201)
  })

  test('with what was fetched is taken: read-only fields may be sent back', async () => {
    const item = await create({ ...bolt, location: 'Aisle 1' })
    expect(await call('PUT', `/items/${item.id}`, item)).toMatchObject({ status: 200, body: item })
    const other = call('PUT', `/items/${item.id}`, { ...item, created_at: '2020-01-01T00:00:00.000Z' })
    expect(await tell(other)).toEqual([400, 'invalid_request', 'created_at'])
  })
})

test.each(['PUT', 'DELETE'])('If-Match makes a %s conditional', async (method) => {
  const item = await create()
  await call('PUT', `/items/${item.id}`, { name: 'Nut' })
  const body = method === 'PUT' ? { name: 'Late' } : undefined
  const stale = await call(method, `/items/${item.id}`, body, { 'If-Match': '"1"' })
  expect([stale.status, stale.body]).toEqual([
    400,
    makeError('version_conflict', 'The item has changed since: its revision is 2, not 1.'),
  ])
  const fresh = await call(method, `/items/${item.id}`, body, { 'If-Match': '"2"' })
  expect(fresh.status).toBe(method === 'PUT' ? 200 : 204)
})

describe('trash', () => {
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

  test('the newest deleted comes first, and the filters of items work', async () => {
    for (const sku of ['A', 'B', 'C']) {
      const { id } = await create({ name: `Bolt ${sku}`, sku })
      service.setTime(service.rows.now() + 1_000)
      await call('DELETE', `/items/${id}`)
    }
    const skus = async (query: '' | `?${string}`) =>
      (await call('GET', `/trash${query}`)).body.data.map(({ sku }) => sku)
    expect(await skus('')).toEqual(['C', 'B', 'A'])
    expect(await skus('?sort=-deleted_at')).toEqual(['C', 'B', 'A'])
    expect(await skus('?sort=deleted_at')).toEqual(['A', 'B', 'C'])
    expect(await skus('?sort=sku&limit=2')).toEqual(['A', 'B'])
    expect(await skus('?sku=B')).toEqual(['B'])
    expect(await skus('?search=bolt%20b')).toEqual(['B'])
  })

  test('restore takes another SKU where the old one is taken', async () => {
    const { id } = await create()
    await call('DELETE', `/items/${id}`)
    await create()
    const blocked = await call('POST', `/items/${id}/restore`)
    expect([blocked.status, blocked.body.error.code]).toEqual([400, 'sku_already_exists'])
    expect((await call('POST', `/items/${id}/restore`, { sku: 'B-2' })).body).toMatchObject({ id, sku: 'B-2' })
  })
})

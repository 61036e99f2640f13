import { type Client, error, newCompany, startTestService, type TestService } from '../../testing/service'
import { noon } from '../../testing/table'

let service: TestService
let call: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.setTime(noon)
  call = (await newCompany(service)).call
})

const bolt = { name: 'Bolt', sku: 'B-1' }
const created = async (fields: object = bolt) => (await call('POST', '/items', fields)).body

describe('trash', () => {
  test('a deleted item is 404 everywhere but in trash, from which it comes back whole', async () => {
    const item = await created({ ...bolt, quantity: 7 })
    const deleted = await call('DELETE', `/items/${item.id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await call(method, `/items/${item.id}`, method === 'PUT' ? { name: 'x' } : undefined)
      expect([answer.status, answer.body]).toEqual([404, error('item_not_found', 'There is no such item.')])
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
    expect([again.status, again.body]).toEqual([400, error('not_in_trash', 'The item is not in trash.')])
  })

  test('the newest deleted comes first, and the filters of items work', async () => {
    for (const sku of ['A', 'B', 'C']) {
      const { id } = await created({ name: `Bolt ${sku}`, sku })
      service.setTime(service.rows.now() + 1_000)
      await call('DELETE', `/items/${id}`)
    }
    const skus = async (query: string) => (await call('GET', `/trash${query}`)).body.data.map(({ sku }) => sku)
    expect(await skus('')).toEqual(['C', 'B', 'A'])
    expect(await skus('?sort=sku&limit=2')).toEqual(['A', 'B'])
    expect(await skus('?search=bolt%20b')).toEqual(['B'])
  })

  test('restore takes another SKU where the old one is taken', async () => {
    const { id } = await created()
    await call('DELETE', `/items/${id}`)
    await created()
    const blocked = await call('POST', `/items/${id}/restore`)
    expect([blocked.status, blocked.body.error.code]).toEqual([400, 'sku_already_exists'])
    expect((await call('POST', `/items/${id}/restore`, { sku: 'B-2' })).body).toMatchObject({ id, sku: 'B-2' })
  })

  test('after 30 days an item is gone for good', async () => {
    const { id } = await created()
    await call('DELETE', `/items/${id}`)
    service.setTime(noon + 30 * 86_400_000 + 1)
    expect((await call('GET', '/trash')).body.pagination.total).toBe(0)
    const late = await call('POST', `/items/${id}/restore`)
    expect([late.status, late.body]).toEqual([404, error('item_not_found', 'There is no such item.')])
  })
})

describe('batch', () => {
  test('each row on its own, in order; of rows that share a SKU the first wins', async () => {
    const items = [
      { name: 'A', sku: 'S' },
      { name: 'B', sku: ' S ' },
      { name: 'C', sku: 'T', quantity: -1 },
      5,
      { name: 'D', sku: 'U' },
    ]
    const { status, body } = await call('POST', '/items/batch', { items })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { index: 0, status: 201, item: expect.objectContaining({ name: 'A', sku: 'S' }) },
      { index: 1, status: 400, ...error('sku_already_exists', "Another item has the SKU 'S'.", 'sku') },
      {
        index: 2,
        status: 400,
        ...error('invalid_request', "The 'quantity' field must be a positive integer.", 'quantity'),
      },
      { index: 3, status: 400, ...error('invalid_request', "The 'items[3]' field must be an object.", 'items[3]') },
      { index: 4, status: 201, item: expect.objectContaining({ sku: 'U' }) },
    ])
    expect((await call('GET', '/items')).body.pagination.total).toBe(2)
  })

  test.each<[string, unknown, string, string]>([
    [
      '101 rows',
      { items: Array(101).fill(bolt) },
      'limit_exceeded',
      'must have at most 100 rows; send the rest in another request',
    ],
    ['no row', { items: [] }, 'invalid_request', 'must not be empty'],
    ['no list', { items: {} }, 'invalid_request', 'must be a list'],
    ['nothing', {}, 'invalid_request', 'is required'],
  ])('400 for %s', async (_, body, code, predicate) => {
    const answer = await call('POST', '/items/batch', body)
    expect([answer.status, answer.body]).toEqual([400, error(code, `The 'items' field ${predicate}.`, 'items')])
  })
})

describe('list', () => {
  beforeEach(async () => {
    const items = [
      { name: 'Hex bolt', sku: 'HB', quantity: 5, location: 'B', reorder_point: 6 },
      { name: 'Ärmel', sku: 'AE', quantity: 50, barcode: '4006381', reorder_point: 6 },
      { name: 'anchor', sku: 'AN', quantity: 6, location: 'a', reorder_point: 6 },
      { name: 'Bolt cutter', sku: 'BC', location: 'B' },
    ]
    for (const item of items) {
      service.setTime(service.rows.now() + 1_000)
      await call('POST', '/items', item)
    }
  })
  const skus = async (query: string) => (await call('GET', `/items?${query}`)).body.data.map(({ sku }) => sku)

  test.each([
    ['', ['HB', 'AE', 'AN', 'BC']],
    ['sort=-created_at', ['BC', 'AN', 'AE', 'HB']],
    ['sort=name', ['AN', 'BC', 'HB', 'AE']],
    ['sort=-quantity', ['AE', 'AN', 'HB', 'BC']],
    ['sort=location', ['AN', 'HB', 'BC', 'AE']],
    ['sort=-location', ['HB', 'BC', 'AN', 'AE']],
    ['search=BOLT', ['HB', 'BC']],
    ['search=%C3%A4rm', ['AE']],
    ['search=6381', ['AE']],
    ['location=B', ['HB', 'BC']],
    ['location=b', []],
    ['low_stock=true', ['HB']],
    ['low_stock=false', ['HB', 'AE', 'AN', 'BC']],
    ['search=bolt&location=B&low_stock=true', ['HB']],
    ['limit=2&offset=1', ['AE', 'AN']],
    ['offset=9', []],
  ])('%s', async (query, expected) => {
    expect(await skus(query)).toEqual(expected)
  })

  test('the total is exact on every page', async () => {
    const { body } = await call('GET', '/items?limit=3&offset=0')
    expect(body.pagination).toEqual({ total: 4, limit: 3, offset: 0, has_more: true })
    expect((await call('GET', '/items?limit=3&offset=3')).body.pagination).toEqual({
      total: 4,
      limit: 3,
      offset: 3,
      has_more: false,
    })
    expect((await call('GET', '/items')).body.pagination.limit).toBe(50)
  })

  const limit = 'must be an integer from 1 to 100'
  test.each([
    ['limit=0', 'limit', limit],
    ['limit=101', 'limit', limit],
    ['limit=-1', 'limit', limit],
    ['limit=1.5', 'limit', limit],
    ['limit=', 'limit', limit],
    ['limit=ten', 'limit', limit],
    ['offset=-1', 'offset', 'must be an integer from 0 to 2147483647'],
    ['low_stock=1', 'low_stock', 'must be true or false'],
    ['sort=price', 'sort', expect.stringContaining('must be one of created_at, -created_at')],
    ['search=', 'search', 'must not be empty'],
    ['colour=red', 'colour', 'is not known'],
    ['limit=1&limit=2', 'limit', 'must not be repeated'],
  ])('400 for %s', async (query, field, predicate) => {
    const { status, body } = await call('GET', `/items?${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', field])
    if (typeof predicate === 'string') expect(body.error.message).toBe(`The '${field}' field ${predicate}.`)
  })
})

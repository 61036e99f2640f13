import { makeError } from '../support/client'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call } = useCustomer()

const bolt = { name: 'Bolt', sku: 'B-1' }
const create = async (fields: object = bolt) => (await call('POST', '/items', fields)).body

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
    expect(await skus('?sort=sku&limit=2')).toEqual(['A', 'B'])
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

  test('after 30 days an item is gone for good', async () => {
    const { id } = await create()
    await call('DELETE', `/items/${id}`)
    service.setTime(noon + 30 * 86_400_000 + 1)
    expect((await call('GET', '/trash')).body.pagination.total).toBe(0)
    const late = await call('POST', `/items/${id}/restore`)
    expect([late.status, late.body]).toEqual([404, makeError('item_not_found', 'There is no such item.')])
  })
})

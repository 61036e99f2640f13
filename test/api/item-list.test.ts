import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'

const { service, call } = useCustomer()
const seed = chooseSeed()

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
  const findItem = async (sku: string) => {
    const [item] = (await call('GET', `/items?sku=${sku}`)).body.data
    if (item === undefined) throw new Error(`there is no item ${sku}`)
    return item
  }
  const skus = async (query: string) => (await call('GET', `/items?${query}`)).body.data.map(({ sku }) => sku)

  test.each(
    chooseCases(
      [
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
      ],
      4,
      seed,
    ),
  )('%s', async (query, expected) => {
    expect(await skus(query)).toEqual(expected)
  })

  test('ids selects these items, in the order of the list; what is no item selects nothing', async () => {
    const [ae, bc] = [await findItem('AE'), await findItem('BC')]
    expect(await skus(`ids=${bc.id},itm_none,${ae.id},${ae.id}`)).toEqual(['AE', 'BC'])
    expect(await skus(`ids=${bc.id},${ae.id}&search=bolt`)).toEqual(['BC'])
    expect(await skus('ids=itm_none')).toEqual([])
  })

  test('updated_since is exclusive, and takes any ISO 8601 time with an offset', async () => {
    const [hb, an] = [await findItem('HB'), await findItem('AN')]
    expect(await skus(`updated_since=${an.updated_at}`)).toEqual(['BC'])
    service.setTime(service.rows.now() + 1_000)
    await call('PUT', `/items/${hb.id}` as '/items/{id}', { name: 'Bolt' })
    expect(await skus(`updated_since=${an.updated_at.replace('Z', '%2B00:00')}`)).toEqual(['HB', 'BC'])
    expect(await skus(`updated_since=${an.updated_at}&ids=${hb.id},${an.id}&location=B`)).toEqual(['HB'])
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
  test.each(
    chooseCases(
      [
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
        ['ids=', 'ids', 'must have 1 to 100 ids, separated by commas'],
        ['ids=a,,b', 'ids', 'must have 1 to 100 ids, separated by commas'],
        [
          `ids=${Array.from({ length: 101 }, (_, index) => index)}`,
          'ids',
          'must have 1 to 100 ids, separated by commas',
        ],
        ['updated_since=yesterday', 'updated_since', expect.stringContaining('must be an ISO 8601 time')],
        ['colour=red', 'colour', 'is not known'],
        ['limit=1&limit=2', 'limit', 'must not be repeated'],
      ],
      4,
      seed,
    ),
  )('400 for %s', async (query, field, predicate) => {
    const { status, body } = await call('GET', `/items?${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', field])
    if (typeof predicate === 'string') expect(body.error.message).toBe(`The '${field}' field ${predicate}.`)
  })
})

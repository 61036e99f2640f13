import { createItem } from '../support/items'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'

const { service, call, client } = useCustomer()

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

  // What filters and sorts do, test/domain/lists.test.ts shows: here, that each is asked.
  test.each(
    chooseCases(
      [
        ['', ['HB', 'AE', 'AN', 'BC']],
        ['sort=-location', ['HB', 'BC', 'AN', 'AE']],
        ['search=%C3%A4rm', ['AE']],
        ['location=b', []],
        ['search=bolt&location=B&low_stock=true', ['HB']],
        ['limit=2&offset=1', ['AE', 'AN']],
      ],
      3,
      chooseSeed(),
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
})

test('sku and barcode find one item, exactly', async () => {
  const item = await createItem(client, 'A-1', { barcode: '4006381333931' })
  await createItem(client, 'A-10', { barcode: '40063813339310' })
  const find = async (query: string) => (await call('GET', `/items?${query}`)).body.data
  expect(await find('sku=A-1')).toEqual([item])
  expect(await find('sku=a-1')).toEqual([])
  expect(await find('barcode=4006381333931')).toEqual([item])
  expect(await find('sku=A-1&barcode=40063813339310')).toEqual([])
})

test('search and sort fold case: a final sigma is a sigma', async () => {
  for (const name of ['ΟΔΟΣ', 'οδοσ α', 'Οδός']) await createItem(client, name, { name })
  for (const search of ['οδος', 'ΟΔΟΣ', 'οδοσ']) expect((await client.listItems({ search })).data).toHaveLength(2)
  const sorted = (await client.listItems({ sort: 'sku' })).data
  expect(sorted.map(({ sku }) => sku)).toEqual(['ΟΔΟΣ', 'οδοσ α', 'Οδός'])
})

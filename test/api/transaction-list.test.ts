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

const addItem = async (sku: string, quantity = 0) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, quantity })).body

describe('reverse', () => {
  test('201 with the counter-entry, once; the row says by which', async () => {
    const item = await addItem('A', 10)
    const moved = (await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 4 })).body
    const back = await call('POST', `/transactions/${moved.id}/reverse`, { reason: 'correction', note: 'Wrong shelf' })
    expect(back.status).toBe(201)
    expect(back.body).toMatchObject({
      type: 'reversal',
      quantity_change: 4,
      reversal_of: moved.id,
      reason: 'correction',
      note: 'Wrong shelf',
    })
    expect((await call('GET', `/transactions/${moved.id}`)).body).toEqual({ ...moved, reversed_by: back.body.id })
    const again = await call('POST', `/transactions/${moved.id}/reverse`)
    expect([again.status, again.body]).toEqual([
      400,
      error('invalid_state', 'The transaction cannot be reversed: it has been reversed already.', 'status'),
    ])
    for (const id of [back.body.id, (await call('GET', '/transactions?type=initial')).body.data[0]?.id]) {
      expect((await call('POST', `/transactions/${id}/reverse`)).body.error.code).toBe('invalid_state')
    }
    expect((await call('GET', `/items/${item.id}/verify`)).body).toEqual({
      item_id: item.id,
      quantity: 10,
      ledger_total: 10,
      transactions: 3,
      consistent: true,
    })
  })

  test('is refused where the stock is no longer there', async () => {
    await addItem('A')
    const moved = (await call('POST', '/transactions', { type: 'receive', sku: 'A', quantity: 4 })).body
    await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 3 })
    expect((await call('POST', `/transactions/${moved.id}/reverse`)).body.error.code).toBe('insufficient_stock')
  })

  test('an audit entry that moved no stock is no transaction', async () => {
    const item = await addItem('A', 10)
    await call('PUT', `/items/${item.id}`, { name: 'Nut' })
    const entry = (await call('GET', '/audit?action=update')).body.data[0]
    expect(entry).toMatchObject({ transaction_id: null })
    for (const path of ['', '/reverse']) {
      const id = entry?.id.replace('aud_', 'txn_')
      const { status, body } = await call(path === '' ? 'GET' : 'POST', `/transactions/${id}${path}`)
      expect([status, body.error.code]).toEqual([404, 'transaction_not_found'])
    }
  })
})

describe('list', () => {
  test('newest first, with every filter and exact totals', async () => {
    const a = await addItem('A', 10)
    service.setTime(noon + 1_000)
    const b = await addItem('B', 10)
    for (let minute = 1; minute <= 3; minute++) {
      service.setTime(noon + minute * 60_000)
      await call('POST', '/transactions', {
        transactions: [
          { type: 'issue', sku: 'A', quantity: 1 },
          { type: 'return', sku: 'B', quantity: 1 },
        ],
      })
    }
    const list = async (query: string) => {
      const { status, body } = await call('GET', `/transactions${query}`)
      expect(status).toBe(200)
      return [body.data.map(({ sku, sequence }) => `${sku}${sequence}`).join(' '), body.pagination.total]
    }
    expect(await list('')).toEqual(['B4 A4 B3 A3 B2 A2 B1 A1', 8])
    expect(await list(`?item_id=${a.id}`)).toEqual(['A4 A3 A2 A1', 4])
    expect(await list(`?item_id=${b.id}&type=return&limit=1&offset=1`)).toEqual(['B3', 3])
    expect(await list('?type=issue')).toEqual(['A4 A3 A2', 3])
    expect(await list('?user_id=usr_1&limit=2&offset=2')).toEqual(['B3 A3', 8])
    expect(await list('?user_id=usr_2')).toEqual(['', 0])
    expect(await list('?since=2026-03-14T12:01:00Z')).toEqual(['B4 A4 B3 A3', 4]) // exclusive
    expect(await list('?until=2026-03-14T12:01:00.000Z')).toEqual(['B2 A2 B1 A1', 4]) // inclusive
    expect(await list('?since=2026-03-14T13:01:00%2B01:00&until=2026-03-14T12:02:00Z')).toEqual(['B3 A3', 2])
    expect(await list('?item_id=itm_unknown')).toEqual(['', 0])
    expect(await list('?order_id=po_unknown')).toEqual(['', 0])
  })

  test.each([
    ['type=sale', 'type'],
    ['since=yesterday', 'since'],
    ['until=2026-03-14', 'until'],
    ['since=', 'since'],
    ['item=x', 'item'],
    ['limit=101', 'limit'],
  ])('?%s is 400 with the field', async (query, field) => {
    const { status, body } = await call('GET', `/transactions?${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', field])
  })

  test('a movement is there at once after its 201', async () => {
    const { id } = await addItem('A')
    for (let count = 1; count <= 5; count++) {
      const moved = (await call('POST', '/transactions', { type: 'receive', sku: 'A', quantity: 1 })).body
      for (const path of [`/transactions?item_id=${id}`, `/audit?item_id=${id}&action=update`]) {
        const { data, pagination } = (await call('GET', path)).body
        expect([pagination.total, data[0]?.id.slice(4)]).toEqual([count, moved.id.slice(4)])
      }
    }
  })
})

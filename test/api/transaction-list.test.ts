import { actOnItems } from '../support/items'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem } = actOnItems(client)

describe('list', () => {
  test('newest first, with every filter and exact totals', async () => {
    const a = await stockItem('A', 10)
    service.setTime(noon + 1_000)
    const b = await stockItem('B', 10)
    for (let minute = 1; minute <= 3; minute++) {
      service.setTime(noon + minute * 60_000)
      await client.createTransactions({
        transactions: [
          { type: 'issue', sku: 'A', quantity: 1 },
          { type: 'return', sku: 'B', quantity: 1 },
        ],
      })
    }
    const list = async (query: '' | `?${string}`) => {
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
    const { id } = await stockItem('A')
    for (let count = 1; count <= 5; count++) {
      const moved = await client.createTransactions({ type: 'receive', sku: 'A', quantity: 1 })
      const movements = await client.listTransactions({ item_id: id })
      expect([movements.pagination.total, movements.data[0]]).toEqual([count, moved])
      const entries = await client.listAudit({ item_id: id, action: 'update' })
      expect([entries.pagination.total, entries.data[0]?.transaction_id]).toEqual([count, moved.id])
    }
  })
})

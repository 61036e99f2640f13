import type { CreateOrder } from '../../client'
import { actOnItems } from '../support/items'
import { actOnOrders } from '../support/orders'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem } = actOnItems(client)
const { createOrder } = actOnOrders(client)

describe('list', () => {
  test('newest first, without lines but with their number; every filter and sort', async () => {
    const { id } = await stockItem('A')
    await stockItem('B')
    const make = async (minute: number, fields: Partial<CreateOrder>) => {
      service.setTime(noon + minute * 60_000)
      return createOrder(fields)
    }
    await make(1, { expected_at: '2026-03-13', supplier: { name: 'Acme', reference: 'Q-17' } })
    await make(2, { expected_at: '2026-03-14', line_items: [{ sku: 'B', quantity_ordered: 1 }] })
    await make(3, { status: 'draft', expected_at: '2026-03-01', supplier: { name: 'Best Bolts' } })
    const list = async (query: '' | `?${string}` = '') => {
      const { status, body } = await call('GET', `/orders${query}`)
      expect(status).toBe(200)
      return body.data.map(({ order_number }) => Number(order_number.slice(3))).join()
    }
    const { data } = (await call('GET', '/orders?limit=1')).body
    expect(data[0]).toMatchObject({ line_count: 1, subtotal: '0.00', supplier: { name: 'Best Bolts' } })
    expect(data[0]).not.toHaveProperty('line_items')
    expect(await list()).toBe('3,2,1')
    expect(await list('?status=ordered')).toBe('2,1')
    expect(await list('?supplier=Acme')).toBe('2,1')
    expect(await list(`?item_id=${id}`)).toBe('3,1')
    expect(await list('?search=q-17')).toBe('1')
    expect(await list('?search=bolts')).toBe('3')
    expect(await list('?search=po-000002')).toBe('2')
    expect(await list('?overdue=true')).toBe('1') // expected before today, and open
    expect(await list('?overdue=false&limit=2&offset=1')).toBe('2,1')
    expect(await list('?sort=order_number')).toBe('1,2,3')
    expect(await list('?sort=expected_at')).toBe('3,1,2')
    expect(await list('?sort=-supplier')).toBe('3,1,2')
  })

  test.each([
    ['/orders?status=lost', 'status'],
    ['/orders?sort=colour', 'sort'],
    ['/orders?overdue=1', 'overdue'],
    ['/orders?state=draft', 'state'],
    ['/orders/po_01K00000000000000000000001/receipts?limit=0', 'limit'],
  ])('%s is 400 with the field', async (path, field) => {
    const { status, body } = await call('GET', path)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', field])
  })
})

test('a list shows every change right after its answer: placed, received, updated, deleted', async () => {
  await stockItem('A')
  const shown = async () => {
    const { data, pagination } = await client.listOrders({ sort: 'order_number' })
    return [pagination.total, ...data.map(({ status, notes }) => notes ?? status)]
  }
  const draft = await createOrder({ status: 'draft' })
  expect(await shown()).toEqual([1, 'draft'])
  await client.updateOrder(draft.id, { notes: 'Soon' })
  const other = await createOrder()
  expect(await shown()).toEqual([2, 'Soon', 'ordered'])
  await client.deleteOrder(draft.id)
  expect(await shown()).toEqual([1, 'ordered'])
  for (const quantity_accepted of [1, 4]) {
    const lines = [{ line_item_id: other.line_items[0]?.id ?? '', quantity_accepted }]
    const { order } = await client.receiveOrder(other.id, { lines })
    expect(await shown()).toEqual([1, order.status])
  }
})

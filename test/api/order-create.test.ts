import type { CreateOrder } from '../../client'
import { tell } from '../support/client'
import { actOnItems } from '../support/items'
import { actOnOrders, supplier } from '../support/orders'
import { rehearse } from '../support/rehearse'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem } = actOnItems(client)
const { createOrder } = actOnOrders(client)

describe('create and get', () => {
  test('201 with the whole order, ordered at once, and its revision as ETag', async () => {
    const [a, b] = [await stockItem('A'), await stockItem('B')]
    const header = {
      supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
      currency: 'GBP',
      expected_at: '2026-04-01',
      location: 'Dock 2',
      notes: 'Call ahead',
    }
    const full = { item_id: a.id, quantity_ordered: 3, unit_cost: '0.105', notes: 'Box of 3' }
    const short = { sku: 'B', quantity_ordered: 2 }
    const { status, headers, body } = await call('POST', '/orders', { ...header, line_items: [full, short] })
    expect([status, headers.get('etag')]).toEqual([201, '"1"'])
    const line = {
      id: expect.stringMatching(/^pol_/),
      quantity_received: 0,
      quantity_rejected: 0,
      quantity_cancelled: 0,
    }
    const free = { unit_cost: null, line_total: null, notes: null }
    expect(body).toEqual({
      id: expect.stringMatching(/^po_[0-9A-Z]{26}$/),
      order_number: 'PO-000001',
      status: 'ordered',
      ...header,
      line_items: [
        { ...line, ...full, sku: 'A', name: 'Item A', quantity_outstanding: 3, line_total: '0.315' },
        { ...line, ...short, ...free, item_id: b.id, name: 'Item B', quantity_outstanding: 2 },
      ],
      subtotal: '0.315',
      total_quantity_ordered: 5,
      total_quantity_received: 0,
      created_by: 'usr_1',
      created_at: '2026-03-14T12:00:00.000Z',
      updated_at: '2026-03-14T12:00:00.000Z',
      ordered_at: '2026-03-14T12:00:00.000Z',
      received_at: null,
      closed_at: null,
      cancelled_at: null,
      cancel_reason: null,
    })
    const got = await call('GET', `/orders/${body.id}`)
    expect([got.status, got.headers.get('etag'), got.body]).toEqual([200, '"1"', body])
  })

  test('a line keeps the name and SKU that the item had', async () => {
    const { id } = await stockItem('A')
    const order = await createOrder()
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    expect((await call('GET', `/orders/${order.id}`)).body.line_items[0]).toMatchObject({ name: 'Item A', sku: 'A' })
  })

  rehearse('a page of the audit log fits an answer, however large the orders are', async () => {
    const sku = '🔩'.repeat(100)
    await call('POST', '/items', { name: 'Bolt', sku })
    const line_items = Array(200).fill({ sku, quantity_ordered: 1, unit_cost: '1.00' })
    const draft = await createOrder({ status: 'draft', line_items })
    for (let change = 0; change < 30; change++) {
      const lines = line_items.map((line) => ({ ...line, quantity_ordered: 2 + change }))
      expect((await call('PUT', `/orders/${draft.id}`, { line_items: lines })).status).toBe(200)
    }
    const { status, text, body } = await call('GET', '/audit?limit=100')
    expect([status, body.data.length]).toEqual([200, 32])
    expect(text.length / 32).toBeLessThan(40_000)
    const created = body.data.find(({ action, resource_type }) => action === 'create' && resource_type === 'order')
    expect(created?.changes.length).toBeGreaterThan(3)
    expect(created?.changes).toContainEqual({ field: 'line_items', from: null, to: 200 })
  })
})

describe('an order that is refused', () => {
  test('an order of more than 200 KB is 400, and takes no number', async () => {
    const long = '𝔅'.repeat(200)
    await call('POST', '/items', { name: long, sku: 'long' })
    const many = { supplier, line_items: Array(200).fill({ sku: 'long', quantity_ordered: 1, notes: long }) }
    expect(await tell(call('POST', '/orders', many))).toEqual([400, 'limit_exceeded', 'line_items'])
    await stockItem('A')
    expect((await createOrder()).order_number).toBe('PO-000001')
  })

  test('of several faults in the lines the first is told', async () => {
    const line_items = [{ sku: 'nope' }, { item_id: 'itm_x' }, { item_id: 'itm_y' }].map((line) => ({
      ...line,
      quantity_ordered: 1,
    }))
    for (let count = 0; count < 10; count++)
      expect((await call('POST', '/orders', { supplier, line_items })).body.error.field).toBe('line_items[0].sku')
  })

  test('an unknown item is 404 with the field; one in trash 400', async () => {
    const { id } = await stockItem('A')
    await call('DELETE', `/items/${id}`)
    const order = (line: object) =>
      tell(call('POST', '/orders', { supplier, line_items: [{ ...line, quantity_ordered: 1 }] }))
    expect(await order({ item_id: id })).toEqual([400, 'item_in_trash', 'line_items[0].item_id'])
    expect(await order({ sku: 'A' })).toEqual([404, 'item_not_found', 'line_items[0].sku'])
    expect(await order({ item_id: 'x' })).toEqual([404, 'item_not_found', 'line_items[0].item_id'])
  })
})

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
})

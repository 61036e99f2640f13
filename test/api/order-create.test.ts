import { type Client, newCompany, startTestService, type TestService } from '../../testing/service'
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
const supplier = { name: 'Acme' }
const addOrder = async (fields: object = {}) => {
  const made = await call('POST', '/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

describe('create and get', () => {
  test('201 with the whole order, ordered at once, and its revision as ETag', async () => {
    const [a, b] = [await addItem('A'), await addItem('B')]
    const { status, headers, body } = await call('POST', '/orders', {
      supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
      currency: 'GBP',
      expected_at: '2026-04-01',
      location: 'Dock 2',
      notes: 'Call ahead',
      line_items: [
        { item_id: a.id, quantity_ordered: 3, unit_cost: '0.105', notes: 'Box of 3' },
        { sku: 'B', quantity_ordered: 2 },
      ],
    })
    expect([status, headers.get('etag')]).toEqual([201, '"1"'])
    const line = { quantity_received: 0, quantity_rejected: 0, quantity_cancelled: 0 }
    expect(body).toEqual({
      id: expect.stringMatching(/^po_[0-9A-Z]{26}$/),
      order_number: 'PO-000001',
      status: 'ordered',
      supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
      currency: 'GBP',
      expected_at: '2026-04-01',
      location: 'Dock 2',
      notes: 'Call ahead',
      line_items: [
        {
          ...line,
          id: expect.stringMatching(/^pol_/),
          item_id: a.id,
          sku: 'A',
          name: 'Item A',
          quantity_ordered: 3,
          quantity_outstanding: 3,
          unit_cost: '0.105',
          line_total: '0.315',
          notes: 'Box of 3',
        },
        {
          ...line,
          id: expect.stringMatching(/^pol_/),
          item_id: b.id,
          sku: 'B',
          name: 'Item B',
          quantity_ordered: 2,
          quantity_outstanding: 2,
          unit_cost: null,
          line_total: null,
          notes: null,
        },
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
    const { id } = await addItem('A')
    const order = await addOrder()
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    expect((await call('GET', `/orders/${order.id}`)).body.line_items[0]).toMatchObject({ name: 'Item A', sku: 'A' })
  })

  test('a page of the audit log fits an answer, however large the orders are', async () => {
    const sku = '🔩'.repeat(100)
    await call('POST', '/items', { name: 'Bolt', sku })
    const line_items = Array(200).fill({ sku, quantity_ordered: 1, unit_cost: '1.00' })
    const draft = await addOrder({ status: 'draft', line_items })
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

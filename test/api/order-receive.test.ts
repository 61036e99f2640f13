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
const quantityOf = async (id: string) => (await call('GET', `/items/${id}`)).body.quantity

describe('receive', () => {
  const twoLines = async () => {
    const items = [await addItem('A', 1), await addItem('B', 1)]
    const order = await addOrder({
      line_items: [
        { sku: 'A', quantity_ordered: 5 },
        { sku: 'B', quantity_ordered: 3 },
      ],
    })
    const [first = '', second = ''] = order.line_items.map(({ id }) => id)
    return {
      items,
      order,
      first,
      second,
      receive: (body?: object) => call('POST', `/orders/${order.id}/receive`, body),
    }
  }

  test('only what is accepted reaches stock; what is rejected stays outstanding', async () => {
    const { items, order, first, second, receive } = await twoLines()
    const lines = [
      { line_item_id: first, quantity_accepted: 2, quantity_rejected: 3, rejection_reason: 'Bent' },
      { line_item_id: second, quantity_rejected: 1 },
    ]
    const { status, headers, body } = await receive({ lines, reference: 'DN-1', note: 'Late' })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body.order.status).toBe('partially_received')
    expect(body.order.line_items).toMatchObject([
      { quantity_received: 2, quantity_rejected: 3, quantity_outstanding: 3 },
      { quantity_received: 0, quantity_rejected: 1, quantity_outstanding: 3 },
    ])
    expect(body.receipt).toEqual({
      id: expect.stringMatching(/^rcp_[0-9A-Z]{26}$/),
      order_id: order.id,
      reference: 'DN-1',
      note: 'Late',
      lines: [
        {
          line_item_id: first,
          item_id: items[0]?.id,
          sku: 'A',
          quantity_accepted: 2,
          quantity_rejected: 3,
          rejection_reason: 'Bent',
        },
        {
          line_item_id: second,
          item_id: items[1]?.id,
          sku: 'B',
          quantity_accepted: 0,
          quantity_rejected: 1,
          rejection_reason: null,
        },
      ],
      received_by: 'usr_1',
      created_at: '2026-03-14T12:00:00.001Z',
    })
    expect(body.transactions).toMatchObject([
      {
        type: 'receive',
        sku: 'A',
        quantity_change: 2,
        quantity_after: 3,
        order_id: order.id,
        line_item_id: first,
        receipt_id: body.receipt.id,
        reference: 'DN-1',
      },
    ])
    const rest = (await receive()).body
    expect(rest.order).toMatchObject({
      status: 'received',
      received_at: expect.any(String),
      total_quantity_received: 8,
    })
    expect([await quantityOf(items[0]?.id ?? ''), await quantityOf(items[1]?.id ?? '')]).toEqual([6, 4])
    const receipts = (await call('GET', `/orders/${order.id}/receipts`)).body
    expect([receipts.data, receipts.pagination.total]).toEqual([[rest.receipt, body.receipt], 2])
    const ofOrder = (await call('GET', `/transactions?order_id=${order.id}`)).body
    expect(ofOrder.data).toEqual([...rest.transactions].reverse().concat(body.transactions))
    expect(ofOrder.pagination.total).toBe(3)
    const reversed = await call('POST', `/transactions/${ofOrder.data[0]?.id}/reverse`)
    expect([reversed.status, reversed.body.error.code]).toEqual([400, 'invalid_state'])
  })

  test('a transaction with the order is the same: it books a receipt, too', async () => {
    const { items, order, first, second } = await twoLines()
    const of = { type: 'receive', order_id: order.id }
    const { status, body } = await call('POST', '/transactions', {
      transactions: [
        { ...of, line_item_id: first, quantity: 2, reference: 'DN-2' },
        { ...of, line_item_id: second, quantity: 3, sku: 'B' },
        { type: 'issue', sku: 'B', quantity: 4 },
      ],
    })
    expect(status).toBe(201)
    const receipts = (await call('GET', `/orders/${order.id}/receipts`)).body
    expect(receipts.data).toMatchObject([
      { id: body.data[0]?.receipt_id, reference: 'DN-2', lines: [{ quantity_accepted: 2 }, {}] },
    ])
    expect(body.data.map((row) => [row.sku, row.order_id, row.receipt_id, row.quantity_after])).toEqual([
      ['A', order.id, receipts.data[0]?.id, 3],
      ['B', order.id, receipts.data[0]?.id, 4],
      ['B', null, null, 0],
    ])
    expect((await call('GET', `/orders/${order.id}`)).body.status).toBe('partially_received')
    const dry = await call('POST', '/transactions', { ...of, line_item_id: first, quantity: 3, dry_run: true })
    expect([dry.status, dry.body.id, dry.body.receipt_id]).toEqual([200, null, null])
    expect(await quantityOf(items[0]?.id ?? '')).toBe(3)
  })
})

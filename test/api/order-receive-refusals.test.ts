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

  test('what a receive cannot do is 400 with the line, and changes nothing', async () => {
    const { items, order, first, receive } = await twoLines()
    const of = { type: 'receive', order_id: order.id, line_item_id: first, quantity: 1 }
    const line = { line_item_id: first, quantity_accepted: 1 }
    const lineless = "The 'lines[0].line_item_id' field must be a line of the order."
    const post = (body: object) => call('POST', '/transactions', body)
    const over = `6 of the line ${first} would be received, but 5 are outstanding.`
    const tries: [ReturnType<Client>, object][] = [
      [receive({ lines: [] }), error('invalid_request', "The 'lines' field must not be empty.", 'lines')],
      [
        receive({ lines: [{ ...line, quantity_accepted: 0 }] }),
        error(
          'invalid_request',
          "The 'lines[0].quantity_accepted' field must be positive, unless something was rejected.",
          'lines[0].quantity_accepted',
        ),
      ],
      [
        receive({ lines: [{ ...line, quantity_accepted: -1 }] }),
        error(
          'invalid_request',
          "The 'lines[0].quantity_accepted' field must be a positive integer.",
          'lines[0].quantity_accepted',
        ),
      ],
      [
        receive({ lines: [{ ...line, line_item_id: 'pol_x' }] }),
        error('invalid_request', lineless, 'lines[0].line_item_id'),
      ],
      [receive({ lines: [line, { ...line, quantity_accepted: 5 }] }), error('over_receipt', over, 'lines[0]')],
      [
        receive({ lines: Array(46).fill(line) }),
        error(
          'limit_exceeded',
          "The 'lines' field must have at most 45 rows; receive the others in further requests.",
          'lines',
        ),
      ],
      [post({ ...of, quantity: 6 }), error('over_receipt', over, 'line_item_id')],
      [post({ transactions: [of, { ...of, quantity: 5 }] }), error('over_receipt', over, 'transactions[0]')],
      [post({ ...of, sku: 'B' }), error('invalid_request', "The 'sku' field must be the item of the line.", 'sku')],
      [
        post({ ...of, item_id: items[1]?.id }),
        error('invalid_request', "The 'item_id' field must be the item of the line.", 'item_id'),
      ],
      [
        post({ ...of, line_item_id: 'pol_x' }),
        error('invalid_request', "The 'line_item_id' field must be a line of the order.", 'line_item_id'),
      ],
      [
        post({ transactions: [of, { ...of, order_id: 'po_other' }] }),
        error(
          'invalid_request',
          "The 'transactions[1].order_id' field must be the same in all rows: one order a request.",
          'transactions[1].order_id',
        ),
      ],
    ]
    for (const [answer, expected] of tries) {
      const { status, body } = await answer
      expect([status, body]).toEqual([400, expected])
    }
    const lost = await post({ ...of, order_id: 'po_unknown' })
    expect([lost.status, lost.body.error.code, lost.body.error.field]).toEqual([404, 'order_not_found', 'order_id'])
    expect((await call('GET', `/orders/${order.id}`)).body).toEqual(order)
    expect(await quantityOf(items[0]?.id ?? '')).toBe(1)
  })

  test('more than is outstanding comes in on request', async () => {
    const { items, first, receive } = await twoLines()
    const { status, body } = await receive({
      lines: [{ line_item_id: first, quantity_accepted: 9 }],
      allow_over_receipt: true,
    })
    expect([status, body.order.status, body.order.line_items[0]?.quantity_outstanding]).toEqual([
      200,
      'partially_received',
      0,
    ])
    expect(await quantityOf(items[0]?.id ?? '')).toBe(10)
  })

  test('what stock refuses is told of the line, in the words of this request', async () => {
    const { items, first, receive } = await twoLines()
    await call('PUT', `/items/${items[0]?.id}`, { quantity: 2_147_483_647 })
    const line = await receive({ lines: [{ line_item_id: first, quantity_accepted: 1 }] })
    expect([line.status, line.body.error.field]).toEqual([400, 'lines[0].quantity_accepted'])
    const all = await receive()
    expect([all.status, all.body.error.code, all.body.error.field]).toEqual([400, 'invalid_request', 'lines'])
  })

  test('an item in trash refuses the delivery', async () => {
    const { items, first, receive } = await twoLines()
    await call('DELETE', `/items/${items[0]?.id}`)
    const { status, body } = await receive({ lines: [{ line_item_id: first, quantity_accepted: 1 }] })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'item_in_trash', 'lines[0].line_item_id'])
  })

  test('45 lines go into one receive; 46 outstanding are 400, and say how to split', async () => {
    const rows = Array.from({ length: 46 }, (_, index) => ({ name: 'Bolt', sku: `S-${index}` }))
    await call('POST', '/items/batch', { items: rows })
    const order = await addOrder({ line_items: rows.map(({ sku }) => ({ sku, quantity_ordered: 2 })) })
    const all = await call('POST', `/orders/${order.id}/receive`)
    expect([all.status, all.body]).toEqual([
      400,
      error(
        'limit_exceeded',
        "46 lines are outstanding: name at most 45 of them in 'lines', and receive the others in further requests.",
        'lines',
      ),
    ])
    const lines = order.line_items.slice(0, 45).map(({ id }) => ({ line_item_id: id, quantity_accepted: 2 }))
    const most = await call('POST', `/orders/${order.id}/receive`, { lines }, { 'Idempotency-Key': 'most' })
    expect([most.status, most.body.transactions.length, most.body.order.status]).toEqual([
      200,
      45,
      'partially_received',
    ])
    expect((await call('POST', `/orders/${order.id}/receive`)).body.order.status).toBe('received')
  })
})

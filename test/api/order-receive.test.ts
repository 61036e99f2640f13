import { type Answer, makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { useCustomer } from '../support/service'

const { service, call, client } = useCustomer()
const { stockItem, getQuantity, createOrder } = actOnItems(client)

/** An order of 5 of one item and 3 of another, of which 1 each is there. */
async function openTwoLines() {
  const items = [await stockItem('A', 1), await stockItem('B', 1)]
  const order = await createOrder({
    line_items: [
      { sku: 'A', quantity_ordered: 5 },
      { sku: 'B', quantity_ordered: 3 },
    ],
  })
  const [first = '', second = ''] = order.line_items.map(({ id }) => id)
  return { items, order, first, second, receive: (body?: object) => call('POST', `/orders/${order.id}/receive`, body) }
}

test('only what is accepted reaches stock; what is rejected stays outstanding', async () => {
  const { items, order, first, second, receive } = await openTwoLines()
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
      { ...lines[0], item_id: items[0]?.id, sku: 'A' },
      { ...lines[1], item_id: items[1]?.id, sku: 'B', quantity_accepted: 0, rejection_reason: null },
    ],
    received_by: 'usr_1',
    created_at: '2026-03-14T12:00:00.001Z',
    ...{ reversed_at: null, reversed_by: null },
  })
  const from = { order_id: order.id, line_item_id: first, receipt_id: body.receipt.id, reference: 'DN-1' }
  const moved = { type: 'receive', sku: 'A', quantity_change: 2, quantity_after: 3 }
  expect(body.transactions).toMatchObject([{ ...moved, ...from }])
  const rest = (await receive()).body
  expect(rest.order).toMatchObject({ status: 'received', received_at: expect.any(String), total_quantity_received: 8 })
  expect([await getQuantity(items[0]?.id ?? ''), await getQuantity(items[1]?.id ?? '')]).toEqual([6, 4])
  const receipts = (await call('GET', `/orders/${order.id}/receipts`)).body
  expect([receipts.data, receipts.pagination.total]).toEqual([[rest.receipt, body.receipt], 2])
  const ofOrder = (await call('GET', `/transactions?order_id=${order.id}`)).body
  expect(ofOrder.data).toEqual([...rest.transactions].reverse().concat(body.transactions))
  expect(ofOrder.pagination.total).toBe(3)
  const { error } = (await call('POST', `/transactions/${ofOrder.data[2]?.id}/reverse`)).body
  const path = `POST /orders/${order.id}/receipts/${body.receipt.id}/reverse`
  expect(error).toMatchObject({ code: 'invalid_state', field: 'status', message: expect.stringContaining(path) })
})

test('a delivery is taken back once, as a whole; what is gone from stock is not', async () => {
  const { items, order, first, second, receive } = await openTwoLines()
  const lines = [
    { line_item_id: first, quantity_accepted: 2, quantity_rejected: 1 },
    { line_item_id: second, quantity_accepted: 3 },
  ]
  const { receipt, transactions } = (await receive({ lines })).body
  const { receipt: last } = (await receive()).body
  const takeBack = (id: string) => call('POST', `/orders/${order.id}/receipts/${id}/reverse`)
  await call('POST', '/transactions', { type: 'issue', sku: 'B', quantity: 2 })
  expect((await takeBack(receipt.id)).body.error).toEqual({
    ...{ code: 'insufficient_stock', field: 'quantity' },
    message: `The line ${second} (B) cannot be taken back. Not enough stock: 2 available, 3 wanted.`,
  })
  expect([await getQuantity(items[0]?.id ?? ''), await getQuantity(items[1]?.id ?? '')]).toEqual([6, 2])
  await call('POST', '/transactions', { type: 'return', sku: 'B', quantity: 1 })
  const { status, headers, body } = await takeBack(receipt.id)
  expect([status, headers.get('etag')]).toEqual([200, '"4"'])
  const { reversed_at } = body.receipt
  expect(body.receipt).toEqual({ ...receipt, reversed_at: body.order.updated_at, reversed_by: 'usr_1' })
  expect(body.order).toMatchObject({ status: 'partially_received', received_at: null })
  expect(body.order.line_items).toMatchObject([
    { quantity_received: 3, quantity_rejected: 0, quantity_outstanding: 2 },
    { quantity_received: 0, quantity_outstanding: 3 },
  ])
  const from = { type: 'reversal', order_id: order.id, receipt_id: receipt.id, reversed_by: null }
  const [one, two] = transactions
  expect(body.transactions).toMatchObject([
    { ...from, line_item_id: first, quantity_change: -2, quantity_after: 4, reversal_of: one?.id },
    { ...from, line_item_id: second, quantity_change: -3, quantity_after: 0, reversal_of: two?.id },
  ])
  const ledger = (await call('GET', `/transactions?order_id=${order.id}`)).body.data
  expect(ledger.slice(-2)).toEqual([two, one])
  const known = (await call('GET', `/orders/${order.id}/receipts`)).body.data
  expect(known).toEqual([last, { ...receipt, reversed_at, reversed_by: 'usr_1' }])
  const [entry] = (await call('GET', `/audit?resource_id=${order.id}`)).body.data
  expect(entry).toMatchObject({ action: 'update', order_id: order.id, receipt_id: receipt.id })
  service.setTime(service.now() + 16_000)
  const { data } = (await call('GET', '/events?types=order.*')).body
  expect(data.map(({ type, data }) => [type, data.previous.status])).toEqual([
    ['order.created', undefined],
    ['order.received', 'ordered'],
    ['order.received', 'partially_received'],
    ['order.updated', 'received'],
  ])
  expect(await tell(takeBack(receipt.id))).toEqual([400, 'invalid_state', 'status'])
  expect(await tell(takeBack('rcp_01K00000000000000000000000'))).toEqual([404, 'receipt_not_found'])
  expect((await takeBack(last.id)).body.order).toMatchObject({ status: 'ordered', total_quantity_received: 0 })
  expect((await client.cancelOrder(order.id)).status).toBe('cancelled')
})

test('a transaction with the order is the same: it books a receipt, too', async () => {
  const { items, order, first, second } = await openTwoLines()
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
  expect(await getQuantity(items[0]?.id ?? '')).toBe(3)
})

test('what a receive cannot do is 400 with the line, and changes nothing; more than is outstanding comes in on request', async () => {
  const { items, order, first, receive } = await openTwoLines()
  const of = { type: 'receive', order_id: order.id, line_item_id: first, quantity: 1 }
  const line = { line_item_id: first, quantity_accepted: 1 }
  const post = (body: object) => call('POST', '/transactions', body)
  const over = makeError('over_receipt', `6 of the line ${first} would be received, but 5 are outstanding.`).error
  const invalid = (field: string, what: string) =>
    makeError('invalid_request', `The '${field}' field must be ${what}.`, field).error
  const noLine = 'a line of the order'
  const otherItem = 'the item of the line'
  const tries: [Promise<Answer>, object][] = [
    [receive({ lines: [{ ...line, line_item_id: 'pol_x' }] }), invalid('lines[0].line_item_id', noLine)],
    [receive({ lines: [line, { ...line, quantity_accepted: 5 }] }), { ...over, field: 'lines[0].quantity_accepted' }],
    [post({ transactions: [of, { ...of, quantity: 5 }] }), { ...over, field: 'transactions[0].quantity' }],
    [post({ ...of, sku: 'B' }), invalid('sku', otherItem)],
    [post({ ...of, item_id: items[1]?.id }), invalid('item_id', otherItem)],
    [post({ ...of, line_item_id: 'pol_x' }), invalid('line_item_id', noLine)],
    [
      post({ transactions: [of, { ...of, order_id: 'po_other' }] }),
      invalid('transactions[1].order_id', 'the same in all rows: one order a request'),
    ],
  ]
  for (const [answer, expected] of tries) {
    const { status, body } = await answer
    expect([status, body]).toEqual([400, { error: expected }])
  }
  expect(await tell(post({ ...of, order_id: 'po_unknown' }))).toEqual([404, 'order_not_found', 'order_id'])
  expect((await call('GET', `/orders/${order.id}`)).body).toEqual(order)
  expect(await getQuantity(items[0]?.id ?? '')).toBe(1)
  const { body } = await receive({ lines: [{ ...line, quantity_accepted: 9 }], allow_over_receipt: true })
  expect(body.order).toMatchObject({ status: 'partially_received', line_items: [{ quantity_outstanding: 0 }, {}] })
  expect(await getQuantity(items[0]?.id ?? '')).toBe(10)
})

test('what stock refuses is told of the line, in the words of this request; and so is an item in trash', async () => {
  const { items, first, receive } = await openTwoLines()
  const refuse = async (lines?: object[]) => (await receive(lines && { lines })).body.error
  const one = [{ line_item_id: first, quantity_accepted: 1 }]
  await call('PUT', `/items/${items[0]?.id}`, { quantity: 2_147_483_647 })
  expect(await refuse(one)).toMatchObject({ code: 'invalid_request', field: 'lines[0].quantity_accepted' })
  // Of everything outstanding, it names the line, and no field.
  expect(await refuse()).toEqual({ code: 'invalid_request', message: expect.stringContaining(`The line ${first} `) })
  await call('DELETE', `/items/${items[0]?.id}`)
  expect(await refuse(one)).toMatchObject({ code: 'item_in_trash', field: 'lines[0].line_item_id' })
  expect(await refuse()).toEqual({ code: 'item_in_trash', message: expect.stringMatching(/pol_.*A/) })
})

import { countOutstanding, type Order } from '../../functions/domain/orders/order'
import { maxReceiptLines } from '../../functions/domain/orders/order-limits'
import {
  decideGoodsReceipt,
  getLine,
  type LineToReceive,
  resolveLines,
  toStockRows,
} from '../../functions/domain/orders/receipt'
import { deliverLine, makeOrder, makeOrderLine } from '../support/order'
import { expectRefusal } from '../support/refusals'

const at = Date.UTC(2026, 0, 2)
const time = new Date(at).toISOString()
const delivery = { id: 'rcp_1', reference: 'DN-7', note: 'two boxes', received_by: 'usr_1' }
const receive = (order: Order, lines: LineToReceive[] | null, over = false) =>
  decideGoodsReceipt(order, resolveLines(order, lines, over), delivery, at)
const order = makeOrder([makeOrderLine(1, 5), makeOrderLine(2, 4)])

test('without lines, all that is outstanding is received, and nothing is rejected', () => {
  const begun = receive(order, [deliverLine(1, 5), deliverLine(2, 1)]).after
  expect(resolveLines(begun, null, false)).toEqual([
    {
      ...{ row: 0, line_item_id: 'pol_2', item_id: 'itm_2', sku: 'S-2' },
      ...{ quantity_accepted: 3, quantity_rejected: 0, rejection_reason: null },
    },
  ])
})

test('each outstanding line is a row of its own', () => {
  expect(resolveLines(order, null, false).map(({ row, line_item_id }) => [row, line_item_id])).toEqual([
    [0, 'pol_1'],
    [1, 'pol_2'],
  ])
})

test('45 outstanding lines are received at once, 46 are not', () => {
  const of = (count: number) => makeOrder(Array.from({ length: count }, (_, index) => makeOrderLine(index, 1)))
  expect(maxReceiptLines).toBe(45)
  expect(resolveLines(of(45), null, false)).toHaveLength(45)
  const message = expect.stringContaining('at most 45')
  expectRefusal(() => resolveLines(of(46), null, false), { code: 'limit_exceeded', field: 'lines', message })
  const named = Array.from({ length: 45 }, (_, index) => deliverLine(index, 1))
  expect(receive(receive(of(46), named).after, null).after.status).toBe('received')
})

test('an order that is not placed cannot be received, whatever the delivery names', () => {
  const draft = makeOrder([makeOrderLine(1, 5)], 'draft')
  const refused = expect.objectContaining({ code: 'invalid_state', field: 'status' })
  expect(() => resolveLines(draft, null, false)).toThrow(refused)
  expect(() => resolveLines(draft, [deliverLine(9, 1)], true)).toThrow(refused)
})

test('a delivery keeps the order of its rows, and the first row of each line', () => {
  const lines = resolveLines(
    order,
    [deliverLine(2, 1, { row: 0 }), deliverLine(1, 1, { row: 1 }), deliverLine(2, 2)],
    false,
  )
  expect(lines).toMatchObject([
    { row: 0, line_item_id: 'pol_2', item_id: 'itm_2', sku: 'S-2', quantity_accepted: 3 },
    { row: 1, line_item_id: 'pol_1', item_id: 'itm_1', sku: 'S-1', quantity_accepted: 1 },
  ])
})

test.each([
  [[null, null], null],
  [['bent', null], 'bent'],
  [[null, 'bent'], 'bent'],
  [['bent', 'bent'], 'bent'],
  [['bent', 'wet', 'bent'], 'bent; wet; bent'],
])('rows of one line with the reasons %j are rejected for %j', (reasons, reason) => {
  const rows = reasons.map((rejection_reason) => deliverLine(1, 0, { quantity_rejected: 1, rejection_reason }))
  const [line] = resolveLines(order, rows, false)
  expect(line).toMatchObject({ quantity_accepted: 0, quantity_rejected: reasons.length, rejection_reason: reason })
})

test('as much as is outstanding may be accepted, and not one more', () => {
  expect(() => resolveLines(order, [deliverLine(1, 5, { quantity_rejected: 9 })], false)).not.toThrow()
  const more = [deliverLine(2, 4), deliverLine(1, 6, { row: 1 })]
  const refusal = { code: 'over_receipt', row: 1, part: 'quantity', message: expect.stringContaining('5 are') }
  expectRefusal(() => resolveLines(order, more, false), refusal)
  const [line] = receive(order, more, true).after.line_items
  expect([line?.quantity_received, line && countOutstanding(line)]).toEqual([6, 0])
})

test('rows of one line are added up before they are compared with what is outstanding', () => {
  const rows = [deliverLine(1, 3, { row: 4 }), deliverLine(1, 3, { row: 7 })]
  expectRefusal(() => receive(order, rows), { code: 'over_receipt', row: 4, part: 'quantity' })
})

test('a receipt tells what has come, without the places in the request', () => {
  const { receipt } = receive(order, [deliverLine(1, 2, { quantity_rejected: 1, rejection_reason: 'bent', row: 7 })])
  expect(receipt).toEqual({
    ...delivery,
    order_id: 'po_1',
    ...{ created_at: time, reversed_at: null, reversed_by: null },
    lines: [
      {
        ...{ line_item_id: 'pol_1', item_id: 'itm_1', sku: 'S-1' },
        ...{ quantity_accepted: 2, quantity_rejected: 1, rejection_reason: 'bent' },
      },
    ],
  })
})

test('what is accepted and rejected is added to its line, and to no other', () => {
  const first = receive(order, [deliverLine(1, 2, { quantity_rejected: 1 })]).after
  const second = receive(first, [deliverLine(1, 1, { quantity_rejected: 3 })]).after
  expect(second.line_items[0]).toMatchObject({ quantity_received: 3, quantity_rejected: 4 })
  expect(second.line_items[1]).toEqual(order.line_items[1])
})

test.each<[string, LineToReceive[] | null, object]>([
  ['all of it has come', null, { status: 'received', received_at: time }],
  ['some has come', [deliverLine(1, 5)], { status: 'partially_received', received_at: null }],
  ['all was rejected', [deliverLine(1, 0, { quantity_rejected: 5 })], { status: 'ordered', received_at: null }],
])('once %s, the order is %j', (_, lines, after) => {
  expect(receive(order, lines).after).toMatchObject({ ...after, updated_at: time, rev: 2 })
})

test('each line of which something was accepted moves stock, and tells its delivery', () => {
  const lines = resolveLines(order, [deliverLine(1, 0, { quantity_rejected: 1 }), deliverLine(2, 4, { row: 1 })], false)
  const { receipt } = decideGoodsReceipt(order, lines, delivery, at)
  expect(toStockRows(receipt, lines)).toEqual([
    {
      row: 1,
      itemId: 'itm_2',
      movement: {
        ...{ type: 'receive', quantity: 4, reference: 'DN-7', note: 'two boxes' },
        ...{ order_id: 'po_1', line_item_id: 'pol_2', receipt_id: 'rcp_1' },
      },
      expected_quantity: null,
      expected_sequence: null,
    },
  ])
})

test('a line is found by its id, and a row that names another is refused', () => {
  const refusal = { code: 'invalid_request', row: 3, part: 'line_item_id' }
  expectRefusal(() => resolveLines(order, [deliverLine(9, 1, { row: 3 })], false), refusal)
  expect(getLine(order, { row: 0, line_item_id: 'pol_2' })).toBe(order.line_items[1])
  for (const line_item_id of ['pol_3', null])
    expectRefusal(() => getLine(order, { row: 2, line_item_id }), {
      code: 'invalid_request',
      row: 2,
      part: 'line_item_id',
    })
})

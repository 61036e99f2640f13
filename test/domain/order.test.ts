import fc from 'fast-check'
import { Refusal } from '../../functions/domain/errors'
import { decideItemCreation, decideItemDeletion } from '../../functions/domain/items/item'
import { countOutstanding, type Order, type OrderLine, type Receipt } from '../../functions/domain/orders/order'
import {
  decideOrderCreation,
  decideOrderDeletion,
  decideOrderUpdate,
  formatOrderNumber,
} from '../../functions/domain/orders/order-draft'
import { createLine } from '../../functions/domain/orders/order-lines'
import {
  decideOrderCancellation,
  decideOrderClosure,
  decideOrderPlacement,
} from '../../functions/domain/orders/order-states'
import { addTotals } from '../../functions/domain/orders/order-totals'
import {
  decideGoodsReceipt,
  decideReceiptReversal,
  type LineToReceive,
  requireReversibleReceipt,
  resolveLines,
} from '../../functions/domain/orders/receipt'
import { bolt } from '../support/bolt'
import { deliverLine, makeOrderLine as line, makeOrder, supplier } from '../support/order'
import { testProperty } from '../support/property'
import { expectRefusal } from '../support/refusals'

const at = Date.UTC(2026, 0, 1)
const delivery = { reference: null, note: null, received_by: 'usr_1' }
const receive = (order: Order, lines: LineToReceive[] | null, over = false) =>
  decideGoodsReceipt(order, resolveLines(order, lines, over), { ...delivery, id: `rcp_${order.rev}` }, at)
function takeBack(order: Order, receipt: Receipt) {
  requireReversibleReceipt(order, receipt)
  return decideReceiptReversal(order, receipt, 'usr_2', at)
}

/** The table of states: where each verb leads from each state. Deliveries lead to one of several: by what has come. */
const table: Record<string, Record<string, string[]>> = {
  draft: { place: ['ordered'], update: ['draft'], cancel: ['cancelled'] },
  ordered: {
    update: ['ordered'],
    receive: ['partially_received', 'received'],
    reject: ['ordered'],
    cancel: ['cancelled'],
  },
  partially_received: {
    receive: ['partially_received', 'received'],
    update: ['partially_received'],
    reject: ['partially_received'],
    'take back': ['ordered', 'partially_received'],
    close: ['closed'],
  },
  received: { 'take back': ['ordered', 'partially_received', 'received'] },
  cancelled: {},
  closed: {},
}

const verb = fc.oneof(
  fc.constantFrom('place', 'update', 'cancel', 'close', 'reject').map((name) => ({ name, accepted: [0, 0] })),
  fc.record({
    name: fc.constantFrom('receive', 'receive', 'take back'),
    accepted: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
  }),
)
type Verb = { name: string; accepted: number[] }

function apply(order: Order, receipts: Receipt[], { name, accepted: [first = 0, second = 0] }: Verb) {
  switch (name) {
    case 'place':
      return decideOrderPlacement(order, order.line_items, at)
    case 'update':
      return decideOrderUpdate(order, { notes: `${order.notes}.` }, at)
    case 'cancel':
      return decideOrderCancellation(order, 'late', at)
    case 'close':
      return decideOrderClosure(order, at)
    case 'reject':
      return receive(order, [deliverLine(1, 0, { quantity_rejected: 1 })])
    case 'take back':
      return takeBack(order, receipts[first % receipts.length] ?? receive(makeOrder([line(1, 5)]), null).receipt)
    default:
      return receive(order, first + second === 0 ? null : [deliverLine(1, first), deliverLine(2, second)])
  }
}

testProperty(
  'no sequence of verbs leaves the table of states, and every line adds up',
  { of: [fc.constantFrom('draft', 'ordered'), fc.array(verb, { maxLength: 12 })], runs: 500 },
  (status, verbs) => {
    let order = makeOrder([line(1, 5), line(2, 4)], status)
    const receipts: Receipt[] = []
    for (const next of verbs) {
      const targets = table[order.status]?.[next.name]
      try {
        const change = apply(order, receipts, next)
        expect(targets).toContain(change?.after.status)
        expect(change?.after.rev).toBe(order.rev + 1)
        order = change?.after ?? order
        const known = receipts.findIndex(({ id }) => id === change?.receipt?.id)
        if (change?.receipt) receipts.splice(known < 0 ? receipts.length : known, 1, change.receipt)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        expect(error.code).toBe(targets && next.name === 'receive' ? 'over_receipt' : 'invalid_state')
      }
      for (const each of order.line_items) {
        const { quantity_ordered, quantity_received, quantity_rejected, quantity_cancelled } = each
        const parts = receipts.flatMap(({ reversed_at, lines }) => (reversed_at === null ? lines : []))
        const own = parts.filter(({ line_item_id }) => line_item_id === each.id)
        expect(quantity_received).toBe(own.reduce((sum, part) => sum + part.quantity_accepted, 0))
        expect(quantity_rejected).toBe(own.reduce((sum, part) => sum + part.quantity_rejected, 0))
        expect(countOutstanding(each)).toBe(quantity_ordered - quantity_received - quantity_cancelled)
        expect(countOutstanding(each)).toBeGreaterThanOrEqual(0)
      }
      const open = order.line_items.some((each) => countOutstanding(each) > 0)
      expect(open).toBe(['draft', 'ordered', 'partially_received'].includes(order.status))
      expect(order.received_at !== null).toBe(order.status === 'received')
    }
  },
)

test('the totals of an order add up its lines; sums of money are exact', () => {
  const lines = [line(1, 3, '0.1'), line(2, 2_147_483_647, '999999999999.999999'), line(3, 4)]
  const order = makeOrder(lines.map((each, index) => ({ ...each, quantity_received: index + 1 })))
  expect(addTotals(order)).toMatchObject({
    ...{ subtotal: '2147483646999999997852.816353', total_quantity_received: 6, total_quantity_ordered: 2_147_483_654 },
    line_items: [{ quantity_outstanding: 2, line_total: '0.30' }, {}, { quantity_outstanding: 1, line_total: null }],
  })
})

test('a patch that changes nothing is no change; one that does names each field’s old and new value', () => {
  const draft = makeOrder([line(1, 5, '2.50')], 'draft')
  const same = { notes: null, line_items: [line(1, 5, '2.50')], supplier: { ...supplier } }
  expect(decideOrderUpdate(draft, same, at)).toBeNull()
  const other = { supplier: { ...supplier, name: 'Best' }, line_items: [line(1, 6), line(2, 1)] }
  expect(decideOrderUpdate(draft, other, at)?.changes).toEqual({
    'supplier.name': ['Acme', 'Best'],
    'line_items[0].quantity_ordered': [5, 6],
    'line_items[0].unit_cost': ['2.50', null],
    'line_items[1].sku': [null, 'S-2'],
    'line_items[1].quantity_ordered': [null, 1],
  })
})

const sizeOf = (order: Order) => Buffer.byteLength(JSON.stringify(order))
/** Lines of about a kilobyte each. */
const largeLines = (count: number) => {
  const notes = '€'.repeat(200)
  return Array.from({ length: count }, (_, index) => ({ ...line(index, 1), notes, name: '€'.repeat(60) }))
}

test('an order of more than 200 KB is refused, whichever verb makes it so', () => {
  const refused = expect.objectContaining({ code: 'limit_exceeded', field: 'line_items' })
  const renamed = (lines: OrderLine[]) => lines.map((each) => ({ ...each, name: '€'.repeat(200) }))
  expect(() => makeOrder(renamed(largeLines(200)))).toThrow(refused)
  const draft = makeOrder(largeLines(200), 'draft')
  expect(() => decideOrderUpdate(draft, { line_items: renamed(draft.line_items) }, at)).toThrow(refused)
  expect(() => decideOrderPlacement(draft, renamed(draft.line_items), at)).toThrow(refused)
  expect(decideOrderPlacement(draft, draft.line_items, at).after.status).toBe('ordered')
})

test('an order that was placed outgrows its size by 12 KB at the most, whatever comes of it', () => {
  const order = makeOrder(largeLines(200))
  const most = Number.MAX_SAFE_INTEGER
  const counters = { quantity_received: most, quantity_rejected: most, quantity_cancelled: -most } // some is outstanding
  const delivered = { ...order, rev: most, line_items: order.line_items.map((each) => ({ ...each, ...counters })) }
  expect(sizeOf(decideOrderCancellation(delivered, '🔩'.repeat(500), at).after) - sizeOf(order)).toBeLessThan(
    12 * 1_024,
  )
  const begun = { ...delivered, status: 'partially_received' as const }
  expect(sizeOf(decideOrderClosure(begun, at).after) - sizeOf(order)).toBeLessThan(12 * 1_024)
})

test('a draft can be deleted, and no other order', () => {
  expect(decideOrderDeletion(makeOrder([line(1, 1)], 'draft'), at)).toMatchObject({ action: 'delete' })
  expectRefusal(() => decideOrderDeletion(makeOrder([line(1, 1)]), at), { code: 'invalid_state' })
})

test('orders are numbered with six digits, or as many as it takes', () => {
  expect([formatOrderNumber(1), formatOrderNumber(1_234_567)]).toEqual(['PO-000001', 'PO-1234567'])
})

test('a new order is a draft, or placed at once', () => {
  const created_at = new Date(at).toISOString()
  const never = { received_at: null, closed_at: null, cancelled_at: null, cancel_reason: null }
  expect(makeOrder([], 'draft')).toMatchObject({ ...never, status: 'draft', created_at, ordered_at: null, rev: 1 })
  expect(makeOrder([], 'ordered')).toMatchObject({ ...never, status: 'ordered', ordered_at: created_at, rev: 1 })
})

test('each change of an order says what it is, and from what to what', () => {
  const own = { id: 'po_1', order_number: 'PO-000001', created_by: 'usr_1', status: 'draft' } as const
  const created = decideOrderCreation(own, makeOrder([line(1, 5)]), at)
  const draft = created.after
  expect(created).toMatchObject({ action: 'create', before: null, receipt: null })
  expect(created.changes).toMatchObject({ status: [null, 'draft'], 'line_items[0].quantity_ordered': [null, 5] })
  expect(decideOrderUpdate(draft, { notes: 'x' }, at)).toMatchObject({ action: 'update', before: draft, receipt: null })
  expect(decideOrderDeletion(draft, at)).toMatchObject({ action: 'delete', before: draft, changes: {} })
})

test('of an order, each verb sets its own time', () => {
  const later = at + 5
  const time = new Date(later).toISOString()
  const placed = decideOrderPlacement(makeOrder([line(1, 5)], 'draft'), [{ ...line(1, 5), sku: 'S-9' }], later).after
  expect(placed).toMatchObject({ ordered_at: time, updated_at: time, line_items: [{ sku: 'S-9' }] })
  expect(decideOrderCancellation(placed, 'late', later).after).toMatchObject({
    cancelled_at: time,
    cancel_reason: 'late',
  })
  expect(decideOrderClosure(receive(placed, [deliverLine(1, 2)]).after, later).after).toMatchObject({
    ...{ closed_at: time, line_items: [{ quantity_received: 2, quantity_cancelled: 3 }] },
  })
})

test('an order is refused for its status, with where it would be possible', () => {
  expectRefusal(() => decideOrderPlacement(makeOrder([]), [], at), { code: 'invalid_state', field: 'status' })
  expect(() => receive(makeOrder([], 'draft'), null)).toThrow('partially_received')
})

test('of a patch, what is undefined stays, and what is null is taken away', () => {
  const draft = { ...makeOrder([line(1, 5)], 'draft'), notes: 'soon', supplier: { ...supplier, email: 'a@b.c' } }
  const patch = { notes: undefined, currency: 'EUR', supplier: { name: undefined, email: null } }
  expect(decideOrderUpdate(draft, patch, at)?.after).toMatchObject({ notes: 'soon', currency: 'EUR', supplier })
  expect(decideOrderUpdate(draft, { notes: null }, at)?.after).toMatchObject({ notes: null })
})

test('an order may have 200 KB, and no byte more', () => {
  const empty = makeOrder([line(1, 1)])
  const ofSize = (bytes: number) => makeOrder([{ ...line(1, 1), name: 'Bolt'.padEnd(4 + bytes - sizeOf(empty)) }])
  expect(sizeOf(ofSize(200 * 1_024))).toBe(200 * 1_024)
  expectRefusal(() => ofSize(200 * 1_024 + 1), { code: 'limit_exceeded' })
})

test('a line has its item’s SKU and name as they are now, and nothing has come yet', () => {
  const item = decideItemCreation('itm_7', { ...bolt, name: 'Nut', sku: 'N-1' }, at).after
  expect(createLine('pol_1', item, { quantity_ordered: 5, unit_cost: '2.50', notes: 'red' })).toEqual({
    ...{ id: 'pol_1', item_id: 'itm_7', sku: 'N-1', name: 'Nut', unit_cost: '2.50', notes: 'red' },
    ...{ quantity_ordered: 5, quantity_received: 0, quantity_rejected: 0, quantity_cancelled: 0 },
  })
})

test('an item in trash cannot be ordered', () => {
  const { after } = decideItemDeletion(decideItemCreation('itm_7', bolt, at).after, 'usr_1', at)
  expectRefusal(() => createLine('pol_1', after, { quantity_ordered: 5, unit_cost: null, notes: null }), {
    code: 'item_in_trash',
    field: 'item_id',
  })
})

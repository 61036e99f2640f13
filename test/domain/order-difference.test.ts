import type { Order } from '../../functions/domain/orders/order'
import { diffOrders } from '../../functions/domain/orders/order-difference'
import { makeOrder, makeOrderLine, supplier } from '../support/order'

const order = makeOrder([makeOrderLine(1, 5, '2.50'), makeOrderLine(2, 1)], 'draft')
const withLine = (fields: Partial<Order['line_items'][number]>): Order => ({
  ...order,
  line_items: order.line_items.map((line, index) => (index === 1 ? { ...line, ...fields } : line)),
})
const sizeOf = (changes: object) =>
  Object.entries(changes).reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)), 0)

test('an order that is the same has no changes', () => {
  expect(diffOrders(order, structuredClone(order))).toEqual({})
})

test.each<[string, Partial<Order>, object]>([
  ['its status', { status: 'ordered' }, { status: ['draft', 'ordered'] }],
  ['its currency', { currency: 'EUR' }, { currency: [null, 'EUR'] }],
  ['when it is expected', { expected_at: '2026-03-14' }, { expected_at: [null, '2026-03-14'] }],
  ['where it goes', { location: 'A' }, { location: [null, 'A'] }],
  ['its notes', { notes: 'soon' }, { notes: [null, 'soon'] }],
  ['why it was cancelled', { cancel_reason: 'late' }, { cancel_reason: [null, 'late'] }],
  ['its supplier', { supplier: { ...supplier, email: 'a@b.c' } }, { 'supplier.email': [null, 'a@b.c'] }],
  ['what follows from a change', { rev: 9, updated_at: '', ordered_at: '', received_at: '', closed_at: '' }, {}],
])('of an order, the audit log shows %s', (_, fields, changes) => {
  expect(diffOrders(order, { ...order, ...fields })).toEqual(changes)
})

test.each([
  [{ sku: 'S-9' }, { 'line_items[1].sku': ['S-2', 'S-9'] }],
  [{ quantity_ordered: 2 }, { 'line_items[1].quantity_ordered': [1, 2] }],
  [{ quantity_received: 1 }, { 'line_items[1].quantity_received': [0, 1] }],
  [{ quantity_rejected: 1 }, { 'line_items[1].quantity_rejected': [0, 1] }],
  [{ quantity_cancelled: 1 }, { 'line_items[1].quantity_cancelled': [0, 1] }],
  [{ unit_cost: '1.00' }, { 'line_items[1].unit_cost': [null, '1.00'] }],
  [{ notes: 'red' }, { 'line_items[1].notes': [null, 'red'] }],
  [{ id: 'pol_9', item_id: 'itm_9', name: 'Nut' }, {}],
])('of a line with %j, the audit log shows %j', (fields, changes) => {
  expect(diffOrders(order, withLine(fields))).toEqual(changes)
})

test('a new order shows what is set, and not its counters', () => {
  expect(diffOrders(null, makeOrder([makeOrderLine(1, 5)]))).toEqual({
    status: [null, 'ordered'],
    'supplier.name': [null, 'Acme'],
    'line_items[0].sku': [null, 'S-1'],
    'line_items[0].quantity_ordered': [null, 5],
  })
})

test('a line that goes shows what it was, with its counters', () => {
  const removed = diffOrders(order, { ...order, line_items: order.line_items.slice(0, 1) })
  expect(removed).toEqual({
    'line_items[1].sku': ['S-2', null],
    'line_items[1].quantity_ordered': [1, null],
    'line_items[1].quantity_received': [0, null],
    'line_items[1].quantity_rejected': [0, null],
    'line_items[1].quantity_cancelled': [0, null],
  })
})

test('a counter that falls to 0 is shown', () => {
  expect(diffOrders(withLine({ quantity_received: 1 }), withLine({ quantity_received: 0 }))).toEqual({
    'line_items[1].quantity_received': [1, 0],
  })
})

test('of a line’s notes, 40 characters are shown, and whole ones', () => {
  const shown = (notes: string) => diffOrders(order, withLine({ notes }))['line_items[1].notes']?.[1]
  expect(shown('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shown('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
  expect(shown('🔩'.repeat(41))).toBe(`${'🔩'.repeat(40)}…`)
})

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...makeOrderLine(index, 1), notes: '€'.repeat(40) }))

test('changes of up to 24 000 bytes are shown whole', () => {
  const changes = diffOrders(null, makeOrder(lines(80)))
  expect(Object.keys(changes)).toHaveLength(2 + 3 * 80)
  expect(changes).not.toHaveProperty('line_items')
})

test('of more, what fits is shown, and how many lines there were and are', () => {
  const [before, after] = [makeOrder(lines(2)), makeOrder(lines(200))]
  const { line_items, ...shown } = diffOrders(before, after)
  expect(line_items).toEqual([2, 200])
  expect(sizeOf(shown)).toBeLessThanOrEqual(24_000)
  expect(sizeOf(shown)).toBeGreaterThan(23_700) // the next would not have fitted
  expect(diffOrders(null, after).line_items).toEqual([null, 200])
})

test('a change that just fits is shown', () => {
  const diffNotes = (length: number) => diffOrders(order, { ...order, notes: 'x'.repeat(length) })
  const fitting = 24_000 - sizeOf(diffNotes(0))
  expect(Object.keys(diffNotes(fitting))).toEqual(['notes'])
  expect(Object.keys(diffNotes(fitting + 1))).toEqual(['line_items'])
})

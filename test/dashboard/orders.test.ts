import type { AuditEntry, LineItem } from '../../client'
import { findPlace, nameFault } from '../../dashboard/src/api/field-place'
import { describeEntry } from '../../dashboard/src/orders/history'
import { addItem, findPage, findRow } from '../../dashboard/src/orders/lines'
import { addUp, formatMoney } from '../../dashboard/src/orders/money'
import { can } from '../../dashboard/src/orders/order-rules'
import { fillValues, findChanges, makeOrder, noOrder, type OrderFields } from '../../dashboard/src/orders/order-values'
import {
  acceptAll,
  acceptOne,
  keepRest,
  listOpen,
  listTyped,
  makeDelivery,
  nameReceivedField,
  noDelivery,
} from '../../dashboard/src/orders/receive-values'
import { makeQuery, parseOrderSearch, parseOrdersSearch } from '../../dashboard/src/orders/search'
import { findDifferences, mergeOrders } from '../../dashboard/src/orders/stored-order'
import { explainLine, fillSuggestion, nameSuggestion } from '../../dashboard/src/orders/suggestion'
import { bolt } from '../support/bolt'

const line = { item_id: 'itm_1', sku: 'R', name: 'Rope', quantity_ordered: 2, unit_cost: '1.50', notes: null }
const first = { id: 'pol_1', ...line }
const second = { id: 'pol_2', ...line, sku: 'B' }
const base: OrderFields = {
  supplier: { name: 'Works', email: null, phone: null, reference: null },
  currency: 'EUR',
  expected_at: null,
  location: null,
  notes: null,
  line_items: [first, second],
}

test('an address shows what it says, and asks the API for its own filters alone', () => {
  const given = { search: 17, status: 'lost', overdue: true, sort: 'price', offset: '50', move: 'sell', supplier: '' }
  const search = parseOrdersSearch(given)
  expect(search).toEqual({ search: '17', overdue: true, offset: 50 })
  expect(makeQuery(search)).toEqual({ search: '17', overdue: true, sort: '-created_at', offset: 50, limit: 25 })
  expect(parseOrderSearch({ ask: 'close', receipt: 'rcp_1' })).toEqual({ ask: 'close', receipt: 'rcp_1' })
  expect(parseOrderSearch({ ask: 'burn' })).toEqual({})
})

test.each([
  ['draft', 'edit remove place cancel'],
  ['ordered', 'edit receive cancel'],
  ['partially_received', 'edit receive close back'],
  ['received', 'back'],
  ['cancelled', ''],
  ['closed', ''],
] as const)('an order that is %s: %s', (status, verbs) => {
  const allowed = Object.entries(can).flatMap(([verb, test]) => (test({ status }) ? [verb] : []))
  expect(allowed.join(' ')).toBe(verbs)
})

test('amounts add up exactly; what is empty counts nothing, and what is no number leaves the sum unknown', () => {
  const half = { quantity_ordered: '', unit_cost: '3' }
  const line = { quantity_ordered: '3', unit_cost: '0,10' }
  expect(addUp([line, half, { quantity_ordered: '2', unit_cost: '' }])).toBe('0.30')
  for (const typed of [{ unit_cost: '1.' }, { quantity_ordered: '1e3' }])
    expect(addUp([line, { ...line, ...typed }])).toBeNull()
  expect(addUp([{ quantity_ordered: '2147483647', unit_cost: '999999999999.999999' }])).toBe(
    '2147483646999999997852.516353',
  )
  expect(formatMoney('1234.5', null)).toBe('1,234.50')
  expect(formatMoney('0.000001', 'EUR')).toBe('€0.000001')
  expect(formatMoney('2', 'E')).toBe('2.00')
})

test('an item that is in the lines gets one more, and another a line of its own', () => {
  const at = '2026-11-25T00:00:00.000Z'
  const rope = { ...bolt, id: 'itm_1', created_at: at, updated_at: at }
  const one = addItem([], rope)
  expect(one).toMatchObject({ index: 0, lines: [{ id: null, item_id: 'itm_1', quantity_ordered: '1', unit_cost: '' }] })
  expect(addItem(one.lines, rope)).toMatchObject({ index: 0, lines: [{ quantity_ordered: '2' }] })
  expect(addItem(one.lines, { ...rope, id: 'itm_2' }).index).toBe(1)
  expect([findPage(0), findPage(19), findPage(20), findPage(-1)]).toEqual([0, 0, 20, 0])
})

test('a field that the API names is found in the form', () => {
  const values = { ...noOrder, events: ['*'], line_items: fillValues(base).line_items }
  expect(findPlace('line_items[1].unit_cost', values)).toBe('line_items.1.unit_cost')
  expect(findPlace('line_items[7].unit_cost', values)).toBe('line_items')
  expect(findPlace('supplier.name', values)).toBe('supplier.name')
  expect(findPlace('events[0]', values)).toBe('events')
  expect(findPlace('status', values)).toBeNull()
  expect(findPlace('', values)).toBeNull()
  expect(nameFault("The 'lines[1].quantity' field must be a positive integer.")).toBe(
    'Must be a positive whole number.',
  )
  expect([findRow('line_items[57].unit_cost'), findRow('currency'), findRow(null)]).toEqual([57, null, null])
})

test('an order has what was typed; what is empty is unset', () => {
  const values = {
    ...noOrder,
    currency: 'eur ',
    line_items: [{ ...line, id: null, quantity_ordered: '2', unit_cost: ' ', notes: '' }],
  }
  expect(makeOrder({ ...values, supplier: { ...noOrder.supplier, name: ' Works ' } }, 'draft')).toEqual({
    ...base,
    status: 'draft',
    line_items: [{ item_id: 'itm_1', quantity_ordered: 2, unit_cost: null, notes: null }],
  })
})

test('only what differs is sent, and lines all together', () => {
  expect(findChanges(base, base)).toEqual({})
  const now = {
    ...base,
    currency: null,
    line_items: [
      { ...first, quantity_ordered: 3 },
      { ...line, id: null },
    ],
  }
  const sent = { item_id: 'itm_1', quantity_ordered: 3, unit_cost: '1.50', notes: null }
  expect(findChanges(now, base)).toEqual({
    currency: null,
    line_items: [
      { id: 'pol_1', ...sent },
      { ...sent, quantity_ordered: 2 },
    ],
  })
})

describe('somebody else has changed the draft', () => {
  const mine = {
    ...base,
    supplier: { ...base.supplier, phone: '1' },
    line_items: [{ ...first, quantity_ordered: 9 }, second, { ...line, id: null, sku: 'N' }],
  }
  const added = { ...line, id: 'pol_3', sku: 'T' }
  const theirs = { ...base, location: 'Gate', line_items: [{ ...first, quantity_ordered: 5 }, added] }

  test('both sides are shown', () => {
    expect(findDifferences(mine, base, theirs)).toEqual([
      { label: 'Telephone', mine: '1', theirs: null },
      { label: 'Deliver to', mine: undefined, theirs: 'Gate' },
      { label: 'Rope (R)', mine: '9 at 1.50', theirs: '5 at 1.50' },
      { label: 'Rope (B)', mine: undefined, theirs: null },
      { label: 'Rope (T)', mine: undefined, theirs: '2 at 1.50' },
    ])
  })

  test('mine stay where I have changed something; all else is theirs', () => {
    expect(mergeOrders(mine, base, theirs)).toEqual({
      ...base,
      location: 'Gate',
      supplier: { ...base.supplier, phone: '1' },
      line_items: [{ ...first, quantity_ordered: 9 }, { ...line, id: null, sku: 'N' }, added],
    })
  })

  test('a line that I have changed and they have removed comes back as a new one', () => {
    const removed = { ...base, line_items: [second] }
    expect(mergeOrders(mine, base, removed).line_items[0]).toEqual({ ...first, id: null, quantity_ordered: 9 })
  })
})

function makeLine(index: number, outstanding: number, itemId = `itm_${index}`): LineItem {
  const counts = { quantity_ordered: 10, quantity_received: 10 - outstanding, quantity_rejected: 0 }
  const rest = { quantity_cancelled: 0, quantity_outstanding: outstanding, unit_cost: null, line_total: null }
  return { id: `pol_${index}`, item_id: itemId, sku: `S${index}`, name: 'Rope', notes: null, ...counts, ...rest }
}

const order = { line_items: [makeLine(0, 10), makeLine(1, 0), makeLine(2, 3), makeLine(3, 4, 'itm_0')] }
const nothing = noDelivery(order)
const accept = (accepted: number | '', rejected: number | '' = '') => {
  return { quantity_accepted: String(accepted), quantity_rejected: String(rejected), rejection_reason: '' }
}

test('lines are open while something is outstanding, is typed, or more than that may come', () => {
  const ids = (values: typeof nothing) => listOpen(order, values).map(({ id }) => id)
  expect(ids(nothing)).toEqual(['pol_0', 'pol_2', 'pol_3'])
  expect(ids({ ...nothing, rows: { ...nothing.rows, pol_1: accept(1) } })).toHaveLength(4)
  expect(ids({ ...nothing, allow_over_receipt: true })).toHaveLength(4)
})

test('a delivery has the lines that are typed, and never none at all, which would be all', () => {
  const rows = { ...nothing.rows, pol_0: accept('', 2), pol_2: accept(0), pol_3: accept(4) }
  expect(makeDelivery(order, { ...nothing, rows, reference: ' DN ' })).toEqual({
    reference: 'DN',
    note: null,
    allow_over_receipt: false,
    lines: [
      { line_item_id: 'pol_0', quantity_accepted: 0, quantity_rejected: 2, rejection_reason: null },
      { line_item_id: 'pol_3', quantity_accepted: 4, quantity_rejected: 0, rejection_reason: null },
    ],
  })
  expect(makeDelivery(order, nothing).lines).toEqual([])
  expect(nameReceivedField(order, rows, 'lines[1].quantity_accepted')).toBe('rows.pol_3.quantity_accepted')
  expect(nameReceivedField(order, rows, 'reference')).toBe('reference')
})

test('all that is outstanding is accepted, but what is rejected', () => {
  const rows = acceptAll(order, { ...nothing.rows, pol_0: accept('', 4), pol_2: accept('', 5) })
  expect(Object.values(rows).map((row) => row.quantity_accepted)).toEqual(['6', '', '0', '4'])
})

test('a code accepts one more: for the next line of the item where one is full, and above it where all are', () => {
  const scan = (rows: typeof nothing.rows) => acceptOne(order, rows, 'itm_0')
  expect(scan(nothing.rows)).toMatchObject({ line: { id: 'pol_0' }, rows: { pol_0: { quantity_accepted: '1' } } })
  const full = { ...nothing.rows, pol_0: accept(10) }
  expect(scan(full)).toMatchObject({ line: { id: 'pol_3' }, rows: { pol_0: { quantity_accepted: '10' } } })
  expect(scan({ ...full, pol_3: accept(4) })).toMatchObject({ rows: { pol_3: { quantity_accepted: '5' } } })
  const unclear = { ...nothing.rows, pol_0: { ...accept(1), quantity_accepted: '1.000' } }
  expect(scan(unclear)).toMatchObject({ rows: { pol_0: { quantity_accepted: '1.000' } } })
  expect(acceptOne(order, nothing.rows, 'itm_9')).toBeNull()
})

test('45 lines are sent at once; the others stay as they are typed, until nothing is left', () => {
  const long = { line_items: Array.from({ length: 50 }, (_, index) => makeLine(index, 10)) }
  const values = { ...noDelivery(long), reference: 'DN', rows: acceptAll(long, {}) }
  const receive = (typed: typeof values) => {
    const lines = makeDelivery(long, typed).lines ?? []
    const received = lines.map(({ line_item_id }) => {
      const counts = { quantity_accepted: 1, quantity_rejected: 0, rejection_reason: null }
      return { line_item_id, item_id: '', sku: '', ...counts }
    })
    return { lines, rest: keepRest(long, typed, { lines: received }) }
  }
  const sent = receive(values)
  expect(sent.lines).toHaveLength(45)
  expect(sent.rest.reference).toBe('DN')
  expect(listTyped(long, sent.rest.rows).map(({ id }) => id)).toEqual([45, 46, 47, 48, 49].map((n) => `pol_${n}`))
  expect(receive(sent.rest).rest).toEqual(noDelivery(long))
})

test('the log says what was done with an order, its state first', () => {
  const change = (field: string, from: string | number | null, to: string | number | null) => ({ field, from, to })
  const received = [1, 2, 3, 4, 5, 6].map((n) => change(`line_items[${n}].quantity_received`, 0, 1200))
  const entry = { action: 'update', changes: [...received, change('status', 'ordered', 'received')] }
  const lines = describeEntry(entry as AuditEntry)
  expect(lines.slice(0, 2)).toEqual(['Status: Ordered → Received', 'Line 2: Received: 0 → 1,200'])
  expect(lines.at(-1)).toBe('and 1 more')
  expect(describeEntry({ action: 'create', changes: [] } as unknown as AuditEntry)).toEqual(['Created'])
})

const wanted = { item_id: 'itm_1', sku: 'R', name: 'Rope', quantity_ordered: 1400, unit_cost: null }
const reasons = { quantity: 200, reorder_point: 1000, quantity_on_order: 400 }
const supplier = { name: 'Works', email: null, phone: '1' }
const suggested = { supplier, currency: 'EUR', line_items: [{ ...wanted, ...reasons }] }

test('a suggestion becomes the draft of an order', () => {
  expect(fillSuggestion(suggested)).toMatchObject({
    supplier: { name: 'Works', email: '', phone: '1', reference: '' },
    currency: 'EUR',
    begins: 'draft',
    line_items: [{ ...wanted, id: null, quantity_ordered: '1400', unit_cost: '', notes: '' }],
  })
  expect(fillSuggestion({ ...suggested, supplier: null, currency: null }).supplier.name).toBe('')
  expect(explainLine({ ...wanted, ...reasons })).toBe('200 in stock, 400 on order, reorder point 1,000')
})

test('two suggestions have two names, so that what is typed for one is not found for the other', () => {
  const other = { ...suggested, currency: 'USD' }
  const third = { ...suggested, line_items: suggested.line_items.map((each) => ({ ...each, item_id: 'itm_2' })) }
  const names = [suggested, other, third, { ...suggested, supplier: null }].map(nameSuggestion)
  expect(new Set(names).size).toBe(4)
})

import type { AuditEntry, LineItem } from '../../client'
import { describeEntry } from '../../dashboard/src/orders/history'
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
  expect(acceptOne(order, nothing.rows, 'itm_9')).toBeNull()
  const unclear = { ...nothing.rows, pol_0: { ...accept(1), quantity_accepted: '1.000' } }
  expect(scan(unclear)).toMatchObject({ rows: { pol_0: { quantity_accepted: '1.000' } } })
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
  const first = receive(values)
  expect(first.lines).toHaveLength(45)
  expect(first.rest.reference).toBe('DN')
  expect(listTyped(long, first.rest.rows).map(({ id }) => id)).toEqual([45, 46, 47, 48, 49].map((n) => `pol_${n}`))
  expect(receive(first.rest).rest).toEqual(noDelivery(long))
})

test('the log says what was done with an order, its state first', () => {
  const change = (field: string, from: string | number | null, to: string | number | null) => ({ field, from, to })
  const received = [1, 2, 3, 4, 5, 6].map((n) => change(`line_items[${n}].quantity_received`, 0, 1200))
  const entry = { action: 'update', changes: [...received, change('status', 'ordered', 'received')] }
  const lines = describeEntry(entry as AuditEntry)
  expect(lines.slice(0, 2)).toEqual(['Status: Ordered → Received', 'Line 2, received: 0 → 1,200'])
  expect(lines.at(-1)).toBe('and 1 more')
  expect(describeEntry({ action: 'create', changes: [] } as unknown as AuditEntry)).toEqual(['Created'])
})

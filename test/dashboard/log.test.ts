import type { AuditEntry, Transaction } from '../../client'
import { isRightCount, listTold, nameMovement, nameObject, tellShort } from '../../dashboard/src/log/fields'
import { makeLogQuery, parseLogSearch, readObject } from '../../dashboard/src/log/search'
import { listOtherChanges, pairMovements } from '../../dashboard/src/log/story-steps'
import { texts } from '../../dashboard/src/log/texts'
import { describeChange } from '../../dashboard/src/parts/change'

const noon = new Date(2026, 10, 25, 12).getTime()

test('the address of the activity keeps what the API can filter by', () => {
  const search = { action: 'update', kind: 'item', object: 4711, who: 'usr_1', from: '2026-11-20', offset: 25 }
  expect(parseLogSearch(search)).toEqual({ ...search, object: '4711' })
  const broken = { action: 'sing', kind: '', object: '', from: '2026-13-99', to: 'now', offset: -1 }
  expect(parseLogSearch(broken)).toEqual({})
})

test('days are those of the person, both included; the API refuses a time to come', () => {
  const midnight = new Date(2026, 10, 20).getTime()
  const query = makeLogQuery({ from: '2026-11-20', to: '2026-11-20' }, noon)
  expect(query.since).toBe(new Date(midnight - 1).toISOString()) // exclusive
  expect(query.until).toBe(new Date(new Date(2026, 10, 21).getTime() - 1).toISOString())
  expect(makeLogQuery({ to: '2026-11-25' }, noon)).not.toHaveProperty('until')
})

test('an id names its object, anything else is a SKU', () => {
  expect(readObject('itm_1')).toEqual({ item_id: 'itm_1' })
  expect(readObject('po_1')).toEqual({ resource_id: 'po_1' })
  expect(readObject('HBZ-01')).toEqual({ sku: 'HBZ-01' })
  expect(readObject(undefined)).toEqual({})
})

test.each([
  ['reorder_point', 1, 'Reorder point: draft → 1'],
  ['cancel_reason', 'late', 'Cancel reason: draft → late'],
  ['line_items[0].sku', 'R', 'Line 1: SKU: draft → R'],
  ['line_items[1].unit_cost', '2.50', 'Line 2: Unit cost: draft → 2.50'],
  ['status', 'partially_received', 'Status: Draft → Received in part'],
  ['type', 'pre_restore', 'Kind: draft → Before a restore'],
  ['mode', 'merge', 'Items that were made since: draft → Stay'],
  ['name', 'draft', 'Name: draft → draft'],
  ['quantity', 12, 'Quantity: draft → 12'],
  ['location', null, 'Location: draft → –'],
])('%s to %s is told', (field, to, said) => expect(describeChange({ field, from: 'draft', to }, texts)).toBe(said))

test('an order has a name or none; no change is told by an id, and a count that was right has none', () => {
  const changes = [{ field: 'supplier.name', from: null, to: 'Works' }]
  expect(['PO-2', undefined].map((known) => nameObject({ sku: null, changes }, known))).toEqual(['PO-2', 'Works'])
  expect(isRightCount({ changes: [], transaction_id: 'txn_1' })).toBe(true)
  const count = { type: 'count', quantity_change: 0, quantity_after: 12 } as Transaction
  expect([nameMovement(count), nameObject({ changes: [] }, undefined)]).toEqual(['Counted 12, as recorded', null])
  expect(listTold([{ field: 'restore_id', from: null, to: 'rst_1' }])).toEqual([])
})

test.each([
  ['update', 'item', ['quantity'], 'Quantity: 1 → 2'],
  ['update', 'item', ['name', 'location'], 'Changed: Name, Location'],
  ['create', 'item', ['name', 'quantity'], 'Created · Quantity: 1 → 2'],
  ['update', 'item', [], 'A count: no difference'],
  ['delete', 'item', ['name'], 'Deleted'],
  ['update', 'order', ['line_items[0].unit_cost', 'supplier.name'], 'Changed: Line 1: Unit cost, Supplier'],
  ['update', 'order', ['status', 'line_items[0].quantity_received'], 'Status: 1 → 2'],
] as const)('%s of an %s with %j is told in a line', (action, resource_type, fields, said) => {
  const changes = fields.map((field) => ({ field, from: 1, to: 2 }))
  const transaction_id = fields.length === 0 ? 'txn_1' : null
  expect(tellShort({ action, resource_type, changes, transaction_id })).toBe(said)
})

test('a movement stands at its entry, and is not said twice', () => {
  const quantity = { field: 'quantity', from: 1, to: 2 }
  const entries = [
    { id: 'aud_2', transaction_id: 'txn_2', changes: [quantity, { field: 'name', from: 'A', to: 'B' }] },
    { id: 'aud_1', transaction_id: null, changes: [quantity] },
  ] as AuditEntry[]
  const [second, first] = pairMovements(entries, [{ id: 'txn_2' }] as Transaction[])
  expect(second?.movement?.id).toBe('txn_2')
  expect(second && listOtherChanges(second).map(({ field }) => field)).toEqual(['name'])
  expect(first && listOtherChanges(first)).toEqual([quantity])
})

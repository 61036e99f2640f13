import { findChanges, makeItem, readFields } from '../../dashboard/src/items/item-values'
import { computeAfter, makeMovement } from '../../dashboard/src/stock/movement'

const at = '2026-11-25T00:00:00.000Z'
const item = { id: 'itm_1', name: 'Rope', sku: 'R', quantity: 10, location: null, barcode: null, reorder_point: null }
const rope = { ...item, created_at: at, updated_at: at }
const values = { quantity: '4', reason: '', note: ' ' }

test.each([
  ['sell', 6],
  ['receive', 14],
  ['adjust', 14],
  ['count', 4],
] as const)('%s 4 of 10: the quantity after is %d', (kind, after) => {
  expect(computeAfter(kind, 10, '4')).toBe(after)
  expect(computeAfter(kind, 10, '')).toBeNull()
  expect(computeAfter(kind, 10, '1.5')).toBeNull()
})

test('a movement has what was typed, and a count what was seen', () => {
  expect(makeMovement('sell', rope, values)).toEqual({ type: 'issue', item_id: 'itm_1', quantity: 4 })
  expect(makeMovement('count', rope, { ...values, reason: 'loss', note: 'Rats' })).toEqual({
    type: 'count',
    item_id: 'itm_1',
    quantity: 4,
    reason: 'loss',
    note: 'Rats',
    expected_quantity: 10,
  })
})

test('an empty field is unset, and only what differs is sent', () => {
  const typed = { name: ' Rope ', sku: 'R', barcode: '', location: 'A1', reorder_point: '' }
  expect(findChanges(readFields(typed), rope)).toEqual({ location: 'A1' })
  expect(makeItem({ ...typed, quantity: '' })).not.toHaveProperty('quantity')
  expect(makeItem({ ...typed, quantity: '3' })).toMatchObject({ quantity: 3, location: 'A1', reorder_point: null })
})

import { toEvents } from '../../functions/store/log/events'
import type { LogRow } from '../../functions/store/log/log-row'
import { makeLogRow } from '../support/log-rows'
import { noon } from '../support/table'

// What a log row says, verb by verb. An item of these tests is low below 5.

type Case = [string, Partial<LogRow>, { quantity: number; point?: number | null; trashed?: boolean }, string[]]

function makeRow(fields: Partial<LogRow>, after: Case[2]): LogRow {
  const { quantity, point = 5, trashed = false } = after
  const stored = ['Bolt', 'SKU-1', quantity, null, null, point, noon, noon, trashed ? noon : null, null, 1]
  const { type, changes, quantity_before, ...row } = makeLogRow('cmp_1', { at: noon, action: 'update', type: 'issue' })
  return { ...row, ...fields, after: JSON.stringify(stored) } as LogRow
}
const listTypes = (fields: Partial<LogRow>, after: Case[2]) => toEvents(makeRow(fields, after)).map(({ type }) => type)

const moved = (before: number): Partial<LogRow> => ({ type: 'issue', quantity_before: before })
const ofSnapshot = { action: 'restore', snapshot_id: 'snp_1' } as const

test.each<Case>([
  ['created below its point', { action: 'create' }, { quantity: 4 }, ['item.created', 'item.low_stock']],
  ['created at its point', { action: 'create' }, { quantity: 5 }, ['item.created']],
  ['created without a point', { action: 'create' }, { quantity: 0, point: null }, ['item.created']],
  ['moved below', moved(5), { quantity: 4 }, ['item.stock_changed', 'item.low_stock']],
  ['moved further below', moved(4), { quantity: 3 }, ['item.stock_changed']],
  ['moved up to it', moved(4), { quantity: 5 }, ['item.stock_changed', 'item.restocked']],
  ['given a point', { changes: { reorder_point: [null, 5] } }, { quantity: 4 }, ['item.updated', 'item.low_stock']],
  [
    'relieved of it',
    { changes: { reorder_point: [5, null] } },
    { quantity: 4, point: null },
    ['item.updated', 'item.restocked'],
  ],
  [
    'set to a quantity and a point, both at once, of which neither alone would cross',
    { ...moved(9), changes: { quantity: [9, 8], reorder_point: [5, 9] } },
    { quantity: 8, point: 9 },
    ['item.stock_changed', 'item.low_stock'],
  ],
  ['trashed while low', { action: 'delete' }, { quantity: 4, trashed: true }, ['item.deleted', 'item.restocked']],
  ['trashed while not low', { action: 'delete' }, { quantity: 5, trashed: true }, ['item.deleted']],
  ['restored from trash, low', { action: 'restore' }, { quantity: 4 }, ['item.restored', 'item.low_stock']],
  [
    'changed by a snapshot’s restore',
    { ...ofSnapshot, ...moved(9) },
    { quantity: 4 },
    ['item.restored', 'item.low_stock'],
  ],
  ['low before and after a snapshot’s restore', { ...ofSnapshot, ...moved(3) }, { quantity: 4 }, ['item.restored']],
  [
    'brought back from trash by a snapshot’s restore',
    { ...ofSnapshot, revived: true },
    { quantity: 4 },
    ['item.restored', 'item.low_stock'],
  ],
  [
    'brought back after it was purged, in a row of an earlier release',
    { ...ofSnapshot, previous_at: undefined },
    { quantity: 4 },
    ['item.restored', 'item.low_stock'],
  ],
])('an item that is %s', (_, fields, after, types) => {
  expect(listTypes(fields, after)).toEqual(types)
})

test('the fields before a change come in one order, whatever the row’s is', () => {
  const changes = [
    ['name', ['a', 'b']],
    ['line_items[10].notes', [null, 'x']],
    ['line_items[2].notes', [null, 'x']],
  ]
  const row = { ...makeLogRow('cmp_1', { at: noon }), action: 'update', after: undefined } as const
  for (const some of [changes, changes.toReversed()]) {
    const [event] = toEvents({ ...row, changes: Object.fromEntries(some) })
    expect(Object.keys(event?.data.previous ?? {})).toEqual(['line_items[2].notes', 'line_items[10].notes', 'name'])
  }
})

test('rows of an earlier release have no object of snapshots and of deleted orders: it is null', () => {
  const row = { ...makeLogRow('cmp_1', { at: noon }), changes: undefined, after: undefined }
  const ofOrder = { ...row, action: 'delete', resource_type: 'order', resource_id: 'ord_1' } as const
  const ofSnapshot = { ...row, action: 'create', resource_type: 'snapshot', resource_id: 'snp_1' } as const
  for (const [each, type] of [
    [ofOrder, 'order.deleted'],
    [ofSnapshot, 'snapshot.created'],
  ] as const)
    expect(toEvents(each)).toMatchObject([{ type, data: { object: null, previous: {} } }])
})

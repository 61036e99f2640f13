import { createItem, type Item, trashItem } from '../../functions/domain/items/item'
import { decideOutcome, type StepItem } from '../../functions/domain/snapshots/restore-outcome'
import type { RestoreStep } from '../../functions/domain/snapshots/restore-steps'
import { bolt } from '../support/bolt'

const at = Date.UTC(2026, 2, 14)
const time = new Date(at).toISOString()
const item = createItem('itm_1', { ...bolt, quantity: 10 }, Date.UTC(2026, 0, 1)).after
/** The item after other changes. */
const makeItem = (fields: Partial<Item>): Item => ({ ...item, rev: 5, sequence: 3, ...fields })
const inTrash = trashItem(makeItem({ quantity: 4 }), 'usr_2', at - 1).after
const restore = { id: 'rst_1', snapshotId: 'snp_1', userId: 'usr_1' }

function decide(phase: RestoreStep['phase'], of: Partial<StepItem>, when = at) {
  const step: RestoreStep = { difference: { change: 'updated', wanted: 0, present: 0 }, phase, rank: 0, last: true }
  const known = { wanted: undefined, present: undefined, item: null, last: null, blocked: null }
  return decideOutcome(step, { ...known, ...of }, restore, when)
}

test('an item that the snapshot does not hold goes to trash, marked with the step', () => {
  const { change, ...rest } = decide(1, { present: item, item })
  expect(change).toMatchObject({
    ...{ action: 'delete', before: item, snapshot_id: 'snp_1' },
    after: { deleted_at: time, deleted_by: 'usr_1', rev: 2, restored: 'rst_1#1' },
  })
  expect(rest).toEqual({ mark: null, conflict: null })
})

test('an item that somebody else has put in trash stays there, with the mark', () => {
  expect(decide(1, { present: item, item: inTrash })).toEqual({ change: null, mark: 'rst_1#1', conflict: null })
})

test('where there is no row, there is nothing to mark', () => {
  expect(decide(1, { present: item, item: null })).toEqual({ change: null, mark: null, conflict: null })
  expect(decide(2, { wanted: item, present: item })).toEqual({ change: null, mark: null, conflict: 'item_in_trash' })
})

test('an item comes back from trash as the snapshot has it; its history goes on', () => {
  const { change, mark, conflict } = decide(3, { wanted: item, item: inTrash, last: inTrash })
  expect({ mark, conflict }).toEqual({ mark: null, conflict: null })
  expect(change).toEqual({
    ...{ action: 'restore', before: inTrash, snapshot_id: 'snp_1', changes: { quantity: [4, 10] } },
    after: { ...item, rev: inTrash.rev + 1, sequence: 4, updated_at: time, restored: 'rst_1#3' },
    movement: {
      ...{ type: 'snapshot_restore', sequence: 4 },
      ...{ quantity_change: 6, quantity_before: 4, quantity_after: 10 },
    },
  })
})

test('an item whose row was purged goes on from its last revision', () => {
  const { change } = decide(3, { wanted: item, last: makeItem({ quantity: 10, rev: 7, sequence: 6 }) })
  expect(change).toMatchObject({ before: null, after: { rev: 8, sequence: 6, quantity: 10 }, movement: null })
})

test('an item of which no trace is left goes on from what the snapshot holds', () => {
  const { change } = decide(3, { wanted: makeItem({}) })
  expect(change).toMatchObject({ before: null, after: { rev: 6, sequence: 3 }, changes: {}, movement: null })
})

test.each<[string, Partial<StepItem>, object]>([
  [
    'that somebody else has restored',
    { wanted: item, item },
    { mark: 'rst_1#3#not_in_trash', conflict: 'not_in_trash' },
  ],
  [
    'that somebody else has put in trash',
    { wanted: item, present: item, item: inTrash },
    { mark: 'rst_1#3#item_in_trash', conflict: 'item_in_trash' },
  ],
  [
    'whose SKU another item has',
    { wanted: item, present: item, item, blocked: 'sku_already_exists' },
    { mark: 'rst_1#3#sku_already_exists', conflict: 'sku_already_exists' },
  ],
])('an item %s is a conflict', (_, of, outcome) => {
  expect(decide(3, of)).toEqual({ change: null, ...outcome })
})

test('fields are set as the snapshot has them, but for the SKU, and what others changed meanwhile is kept', () => {
  const wanted = makeItem({ name: 'Nut', sku: 'N-1', quantity: 12 })
  const now = makeItem({ location: 'B', quantity: 3 })
  const { change, mark, conflict } = decide(2, { wanted, present: item, item: now })
  expect({ mark, conflict }).toEqual({ mark: null, conflict: null })
  expect(change).toMatchObject({
    ...{ action: 'restore', before: now, changes: { name: ['Bolt', 'Nut'], quantity: [3, 5] } },
    after: { name: 'Nut', sku: 'B-1', location: 'B', quantity: 5, rev: 6, updated_at: time, restored: 'rst_1#2' },
    movement: { type: 'snapshot_restore', quantity_change: 2, sequence: 4 },
  })
})

test('where the quantity would fall below zero, the other fields are set, with a conflict', () => {
  const wanted = makeItem({ name: 'Nut', quantity: 2 })
  const { change, mark, conflict } = decide(2, { wanted, present: item, item: makeItem({ quantity: 7 }) })
  expect({ mark, conflict }).toEqual({ mark: null, conflict: 'insufficient_stock' })
  expect(change).toMatchObject({
    after: { name: 'Nut', quantity: 7, restored: 'rst_1#2#insufficient_stock' },
    ...{ changes: { name: ['Bolt', 'Nut'] }, movement: null },
  })
})

test('a conflict of the quantity alone changes nothing, and is in the mark', () => {
  expect(decide(2, { wanted: makeItem({ quantity: 2 }), present: item, item: makeItem({ quantity: 7 }) })).toEqual({
    ...{ change: null, mark: 'rst_1#2#insufficient_stock', conflict: 'insufficient_stock' },
  })
})

test('an error that is no refusal is no conflict', () => {
  const wanted = makeItem({ name: 'Nut' })
  expect(() => decide(2, { wanted, present: item, item }, Number.NaN)).toThrow(RangeError)
})

test('the third phase sets the SKU, and nothing else', () => {
  const wanted = makeItem({ name: 'Nut', sku: 'N-1', quantity: 1 })
  expect(decide(3, { wanted, present: item, item }).change).toMatchObject({
    ...{ changes: { sku: ['B-1', 'N-1'] }, movement: null },
    after: { name: 'Bolt', sku: 'N-1', quantity: 10, restored: 'rst_1#3' },
  })
})

test('an item that is as it should be already is only marked', () => {
  expect(decide(2, { wanted: makeItem({ name: 'Nut' }), present: item, item: makeItem({ name: 'Nut' }) })).toEqual({
    ...{ change: null, mark: 'rst_1#2', conflict: null },
  })
  expect(decide(3, { wanted: makeItem({ sku: 'N-1' }), present: item, item: makeItem({ sku: 'N-1' }) })).toEqual({
    ...{ change: null, mark: 'rst_1#3', conflict: null },
  })
})

test.each([
  ['this step was taken', 'rst_1#2', 2, null],
  ['a later step was taken', 'rst_1#3', 2, null],
  ['this step was a conflict', 'rst_1#2#insufficient_stock', 2, 'insufficient_stock'],
  ['the conflict has a code of a later release', 'rst_1#2#unheard_of', 2, null],
] as const)('where %s, the step changes nothing more: the mark is %s', (_, restored, phase, conflict) => {
  const of = { wanted: makeItem({ name: 'Nut' }), present: item, item: makeItem({ restored }) }
  expect(decide(phase, of)).toEqual({ change: null, mark: null, conflict })
})

test.each([
  ['an earlier step', 'rst_1#1'],
  ['another restore', 'rst_0#2'],
  ['another restore, with a later step', 'rst_0#3#item_in_trash'],
])('a mark of %s is replaced', (_, restored) => {
  const of = { wanted: makeItem({ name: 'Nut' }), present: item, item: makeItem({ restored }) }
  expect(decide(2, of)).toMatchObject({ change: { after: { name: 'Nut', restored: 'rst_1#2' } }, conflict: null })
})

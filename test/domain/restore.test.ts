import * as items from '../../functions/domain/items/item'
import type { Difference } from '../../functions/domain/snapshots/difference'
import { compareRestores, isStalled, isUndo, type Restore, viewRestore } from '../../functions/domain/snapshots/restore'
import { decideStep, type StepItem } from '../../functions/domain/snapshots/restore-decision'
import { planSteps, type RestoreStep } from '../../functions/domain/snapshots/restore-steps'
import { describeChanges, type Snapshot, viewSnapshot } from '../../functions/domain/snapshots/snapshot'
import { dayMs } from '../../functions/domain/time'
import { bolt } from '../support/bolt'

const now = Date.UTC(2026, 2, 14, 12)
const minuteMs = 60_000
const restore: Restore = {
  ...{ id: 'rst_1', number: 1, snapshot_id: 'snp_1', mode: 'replace', item_ids: null, status: 'running' },
  ...{ created: 0, updated: 0, trashed: 0, unchanged: 0, total: 3, done: 1, cursor: 1, conflicts: [] },
  ...{ pre_restore_snapshot_id: 'snp_2', heartbeat: now },
}

test.each<[string, Partial<Restore>, number, boolean]>([
  ['less than a minute without progress', {}, minuteMs - 1, false],
  ['a minute without progress', {}, minuteMs, true],
  ['a worker was asked within the minute', { asked: now + 1 }, minuteMs, false],
  ['the worker that was asked did nothing for a minute', { asked: now + 1 }, minuteMs + 1, true],
  ['it is completed', { status: 'completed' }, minuteMs, false],
])('%s: a running restore may be stalled', (_, fields, after, stalled) => {
  expect(isStalled({ ...restore, ...fields }, now + after)).toBe(stalled)
})

const done: Restore = { ...restore, status: 'completed' }

test('restores are sorted by number, newest first, whatever their ids; those without one by id', () => {
  const ids = (restores: Restore[]) => restores.sort(compareRestores).map(({ id }) => id)
  const make = (id: string, number: number) => ({ ...done, id, number })
  const [a, b] = [make('rst_a', 2), make('rst_b', 1)]
  for (const numbered of [
    [a, b],
    [b, a],
  ])
    expect(ids(numbered)).toEqual(['rst_a', 'rst_b'])
  const [old, older] = [make('rst_b', 0), make('rst_a', 0)]
  for (const unnumbered of [
    [old, older],
    [older, old],
  ])
    expect(ids(unnumbered)).toEqual(['rst_b', 'rst_a'])
})

test.each<[string, string, Restore | null, number, boolean]>([
  ['the snapshot from before the latest restore undoes that', 'snp_2', done, dayMs - 1, true],
  ['it does so for a day', 'snp_2', done, dayMs, false],
  ['an undo cannot be undone', 'snp_2', { ...done, undo: true }, 0, false],
  ['what was never restored cannot be undone', 'snp_2', null, 0, false],
  ['the snapshot that was restored undoes nothing', 'snp_1', done, 0, false],
])('%s', (...[, snapshotId, latest, after, undoes]) => {
  expect(isUndo(snapshotId, latest, now + after)).toBe(undoes)
})

test('a restore without progress for 15 minutes is shown as failed', () => {
  expect(viewRestore(restore, now + 15 * minuteMs - 1)).toEqual(restore)
  expect(viewRestore(restore, now + 15 * minuteMs)).toEqual({ ...restore, status: 'failed' })
  expect(viewRestore(done, now + 15 * minuteMs)).toEqual(done)
})

/** An item as the snapshot wants it, and as it is at present. Null where there is none. */
type Pair = { wanted: Partial<items.ItemFields> | null; present: Partial<items.ItemFields> | null }

/** Each step as `item phase.rank`, in their order, with a `*` for the last of its item. */
function plan(...pairs: Pair[]): string[] {
  const makeItem = (index: number, fields: Pair['wanted']): items.Item | undefined =>
    fields === null
      ? undefined
      : items.decideItemCreation(`itm_${index}`, { ...bolt, sku: `S-${index}`, ...fields }, 0).after
  const all = pairs.map((_, index) => ({ change: 'updated', wanted: index, present: index }) as Difference)
  const steps = planSteps({
    all,
    getItems: (difference) => {
      const index = all.indexOf(difference)
      const { wanted, present } = pairs[index] ?? { wanted: null, present: null }
      return { wanted: makeItem(index, wanted), present: makeItem(index, present) }
    },
  })
  return steps.map(
    ({ difference, phase, rank, last }) => `${all.indexOf(difference)} ${phase}.${rank}${last ? '*' : ''}`,
  )
}

const renamed = (from: string, to: string): Pair => ({ wanted: { sku: to }, present: { sku: from } })

test.each<[string, Pair, string[]]>([
  ['goes to trash first', { wanted: null, present: {} }, ['0 1.0*']],
  ['gets its fields in the second phase', { wanted: { name: 'Nut' }, present: {} }, ['0 2.0*']],
  ['gets its SKU in the third', renamed('A', 'B'), ['0 3.0*']],
  ['comes back in the third', { wanted: {}, present: null }, ['0 3.0*']],
  [
    'of which all differ takes two',
    { wanted: { sku: 'B', quantity: 5, location: 'C' }, present: {} },
    ['0 2.0', '0 3.0*'],
  ],
])('an item that %s: %j', (_, pair, steps) => {
  expect(plan(pair)).toEqual(steps)
})

test('steps are in the order of their phases, whatever the order of the differences', () => {
  const pairs: Pair[] = [
    renamed('A', 'B'),
    { wanted: { name: 'Nut' }, present: {} },
    { wanted: null, present: {} },
    { wanted: { name: 'Nut' }, present: {} },
  ]
  expect(plan(...pairs)).toEqual(['2 1.0*', '1 2.0*', '3 2.0*', '0 3.0*'])
})

test('an item takes a SKU after its holder has given it up, wherever they are', () => {
  expect(plan(renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D'))).toEqual(['2 3.0*', '1 3.1*', '0 3.2*'])
  expect(plan(renamed('C', 'D'), renamed('B', 'C'), renamed('A', 'B'))).toEqual(['0 3.0*', '1 3.1*', '2 3.2*'])
  expect(plan(renamed('B', 'C'), renamed('A', 'B'), renamed('C', 'D'))).toEqual(['2 3.0*', '0 3.1*', '1 3.2*'])
})

test('an item that comes back waits for the holder of its SKU, and nobody waits for it', () => {
  expect(plan({ wanted: { sku: 'A' }, present: null }, renamed('A', 'B'))).toEqual(['1 3.0*', '0 3.1*'])
  const back = (sku: string): Pair => ({ wanted: { sku }, present: null })
  expect(plan(back('A'), renamed('X', 'A'), back('B'))).toEqual(['0 3.0*', '1 3.0*', '2 3.0*'])
})

test('items that change their SKUs in a circle are each tried once', () => {
  expect(plan(renamed('A', 'B'), renamed('B', 'A')).toSorted()).toEqual(['0 3.2*', '1 3.1*'])
  const circle = plan(renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'A'), renamed('X', 'A'))
  expect(circle).toEqual(['2 3.1*', '1 3.2*', '0 3.3*', '3 3.4*'])
})

const at = Date.UTC(2026, 2, 14)
const time = new Date(at).toISOString()
const item = items.decideItemCreation('itm_1', { ...bolt, quantity: 10 }, Date.UTC(2026, 0, 1)).after
/** The item after other changes. */
const makeItem = (fields: Partial<ReturnType<typeof items.toItemValues>>): items.Item =>
  items.toItem({ ...items.toItemValues(item), rev: 5, sequence: 3, ...fields })
const inTrash = items.decideItemDeletion(makeItem({ quantity: 4 }), 'usr_2', at - 1).after

function decide(phase: RestoreStep['phase'], of: Partial<StepItem>, when = at) {
  const step: RestoreStep = { difference: { change: 'updated', wanted: 0, present: 0 }, phase, rank: 0, last: true }
  const known = { wanted: undefined, present: undefined, item: null, last: null, blocked: null }
  return decideStep(step, { ...known, ...of }, { id: 'rst_1', snapshotId: 'snp_1', userId: 'usr_1' }, when)
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

test('an item whose row was purged goes on from its last revision, or from what the snapshot holds', () => {
  const { change } = decide(3, { wanted: item, last: makeItem({ quantity: 10, rev: 7, sequence: 6 }) })
  expect(change).toMatchObject({ before: null, after: { rev: 8, sequence: 6, stock: { total: 10 } }, movement: null })
  const { change: untraced } = decide(3, { wanted: makeItem({}) })
  expect(untraced).toMatchObject({ before: null, after: { rev: 6, sequence: 3 }, changes: {}, movement: null })
})

const blocked = 'sku_already_exists'
test.each<[string, Partial<StepItem>, string]>([
  ['that somebody else has restored', { wanted: item, item }, 'not_in_trash'],
  ['that somebody else has put in trash', { wanted: item, present: item, item: inTrash }, 'item_in_trash'],
  ['whose SKU another item has', { wanted: item, present: item, item, blocked }, blocked],
])('an item %s is a conflict, and marked with it', (_, of, conflict) => {
  expect(decide(3, of)).toEqual({ change: null, mark: `rst_1#3#${conflict}`, conflict })
})

test('fields are set as the snapshot has them, but for the SKU, and what others changed meanwhile is kept', () => {
  const wanted = makeItem({ name: 'Nut', sku: 'N-1', quantity: 12 })
  const now = makeItem({ location: 'B', quantity: 3 })
  const { change, mark, conflict } = decide(2, { wanted, present: item, item: now })
  expect({ mark, conflict }).toEqual({ mark: null, conflict: null })
  expect(change).toMatchObject({
    ...{ action: 'restore', before: now, changes: { name: ['Bolt', 'Nut'], quantity: [3, 5] } },
    after: {
      ...{ name: 'Nut', sku: 'B-1', location: 'B', stock: { total: 5 }, rev: 6, updated_at: time, restored: 'rst_1#2' },
    },
    movement: { type: 'snapshot_restore', quantity_change: 2, sequence: 4 },
  })
})

test('where the quantity would fall below zero, the other fields are set, with a conflict', () => {
  const wanted = makeItem({ name: 'Nut', quantity: 2 })
  const { change, mark, conflict } = decide(2, { wanted, present: item, item: makeItem({ quantity: 7 }) })
  expect({ mark, conflict }).toEqual({ mark: null, conflict: 'insufficient_stock' })
  expect(change).toMatchObject({
    after: { name: 'Nut', stock: { total: 7 }, restored: 'rst_1#2#insufficient_stock' },
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
    after: { name: 'Bolt', sku: 'N-1', stock: { total: 10 }, restored: 'rst_1#3' },
  })
})

test.each([
  [2, makeItem({ name: 'Nut' })],
  [3, makeItem({ sku: 'N-1' })],
] as const)('in phase %i, an item that is as it should be already is only marked', (phase, wanted) => {
  expect(decide(phase, { wanted, present: item, item: wanted })).toEqual({
    ...{ change: null, mark: `rst_1#${phase}`, conflict: null },
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

const snapshot: Snapshot = {
  ...{ id: 'snp_1', name: 'Before the sale', type: 'manual', status: 'creating', created_by: 'usr_1' },
  ...{ item_count: null, total_quantity: null, size_bytes: null, checksum: null, last_restored_at: null },
  ...{ created_at: new Date(now).toISOString(), expires_at: new Date(now + dayMs).toISOString() },
}

test('a snapshot that was not made within 15 minutes is shown as failed', () => {
  expect(viewSnapshot(snapshot, now + 15 * minuteMs - 1)).toEqual(snapshot)
  expect(viewSnapshot(snapshot, now + 15 * minuteMs)).toEqual({ ...snapshot, status: 'failed' })
  expect(viewSnapshot({ ...snapshot, status: 'ready' }, now + 15 * minuteMs)).toMatchObject({ status: 'ready' })
})

test('the audit log shows what a snapshot is, as new where it is made, as old where it is deleted', () => {
  const made = { ...snapshot, item_count: 0 }
  expect(describeChanges(made, 'to')).toEqual({
    ...{ name: [null, 'Before the sale'], type: [null, 'manual'], item_count: [null, 0] },
  })
  expect(describeChanges(made, 'from')).toEqual({
    ...{ name: ['Before the sale', null], type: ['manual', null], item_count: [0, null] },
  })
  expect(describeChanges({ ...snapshot, name: null }, 'to')).toEqual({ type: [null, 'manual'] })
})

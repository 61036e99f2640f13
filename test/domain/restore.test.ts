import { compareRestores, isStalled, isUndo, type Restore, viewRestore } from '../../functions/domain/snapshots/restore'

const now = Date.UTC(2026, 2, 14, 12)
const minuteMs = 60_000
const dayMs = 86_400_000
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
  const [a, b] = [
    { ...done, id: 'rst_a', number: 2 },
    { ...done, id: 'rst_b', number: 1 },
  ]
  expect([ids([a, b]), ids([b, a])]).toEqual([
    ['rst_a', 'rst_b'],
    ['rst_a', 'rst_b'],
  ])
  const [old, older] = [
    { ...b, number: 0 },
    { ...a, number: 0 },
  ]
  expect([ids([old, older]), ids([older, old])]).toEqual([
    ['rst_b', 'rst_a'],
    ['rst_b', 'rst_a'],
  ])
})

test('restoring the snapshot from before the latest restore undoes that, for a day', () => {
  expect(isUndo('snp_2', done, now + dayMs - 1)).toBe(true)
  expect(isUndo('snp_2', done, now + dayMs)).toBe(false)
})

test('an undo cannot be undone, and what was never restored cannot either', () => {
  expect(isUndo('snp_2', { ...done, undo: true }, now)).toBe(false)
  expect(isUndo('snp_2', null, now)).toBe(false)
  expect(isUndo('snp_1', done, now)).toBe(false)
})

test('a restore without progress for 15 minutes is shown as failed', () => {
  expect(viewRestore(restore, now + 15 * minuteMs - 1)).toEqual(restore)
  expect(viewRestore(restore, now + 15 * minuteMs)).toEqual({ ...restore, status: 'failed' })
  expect(viewRestore(done, now + 15 * minuteMs)).toEqual(done)
})

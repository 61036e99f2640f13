import { describeChanges, type Snapshot, viewSnapshot } from '../../functions/domain/snapshots/snapshot'

const now = Date.UTC(2026, 2, 14, 12)
const quarterMs = 15 * 60_000
const snapshot: Snapshot = {
  ...{ id: 'snp_1', name: 'Before the sale', type: 'manual', status: 'creating', created_by: 'usr_1' },
  ...{ item_count: null, total_quantity: null, size_bytes: null, checksum: null, last_restored_at: null },
  ...{ created_at: new Date(now).toISOString(), expires_at: new Date(now + 86_400_000).toISOString() },
}

test('a snapshot that was not made within 15 minutes is shown as failed', () => {
  expect(viewSnapshot(snapshot, now + quarterMs - 1)).toEqual(snapshot)
  expect(viewSnapshot(snapshot, now + quarterMs)).toEqual({ ...snapshot, status: 'failed' })
  expect(viewSnapshot({ ...snapshot, status: 'ready' }, now + quarterMs)).toMatchObject({ status: 'ready' })
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

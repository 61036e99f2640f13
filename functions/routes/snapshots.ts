import * as item from '../contract/item'
import * as restore from '../contract/restore'
import * as snapshot from '../contract/snapshot'
import { create, nameRoutes, read, remove } from './route'

const snapshotPath = { params: snapshot.SnapshotParams, missing: 'snapshot_not_found' } as const
const restorePath = { params: restore.RestoreParams, missing: 'restore_not_found' } as const

export const routes = nameRoutes({
  'list-snapshots': read('/snapshots', 'List snapshots of the inventory, newest first', {
    query: snapshot.ListSnapshots,
    reply: snapshot.SnapshotList,
  }),
  'create-snapshot': create('/snapshots', 'Take a snapshot of all items, as they are at one moment', {
    body: snapshot.CreateSnapshot,
    bodyOptional: true,
    reply: snapshot.Snapshot,
    refuses: ['plan_limit_reached'],
  }),
  'get-snapshot': read('/snapshots/{id}', 'Get a snapshot', { ...snapshotPath, reply: snapshot.Snapshot }),
  'list-snapshot-items': read('/snapshots/{id}/items', 'List the items of a snapshot, as they were', {
    ...snapshotPath,
    query: snapshot.ListSnapshotItems,
    reply: item.ItemList,
    refuses: ['invalid_state'],
  }),
  'diff-snapshot': read('/snapshots/{id}/diff', 'Compare a snapshot with the present: what a restore would do', {
    ...snapshotPath,
    query: snapshot.DiffSnapshot,
    reply: snapshot.SnapshotDiff,
    refuses: ['invalid_state'],
  }),
  'delete-snapshot': remove('/snapshots/{id}', 'Delete a snapshot', { ...snapshotPath, refuses: ['invalid_state'] }),
  'restore-snapshot': create(
    '/snapshots/{id}/restore',
    'Make the inventory what a snapshot holds (replace), or bring back what it holds (merge)',
    {
      ...snapshotPath,
      creates: '/restores',
      body: restore.RestoreSnapshot,
      nameField: restore.nameChosenItem,
      bodyOptional: true,
      reply: restore.Restore,
      dryRunReply: snapshot.RestoreCounts,
      refuses: ['invalid_state', 'plan_limit_reached', 'limit_exceeded'],
    },
  ),
  'list-restores': read('/restores', 'List restores, newest first', {
    query: restore.ListRestores,
    reply: restore.RestoreList,
  }),
  'get-restore': read('/restores/{id}', 'Get a restore: how far it has come', {
    ...restorePath,
    meterBeforeRunning: true,
    reply: restore.Restore,
  }),
})

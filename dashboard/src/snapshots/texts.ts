import type { Snapshot, SnapshotDiff } from '../../../client'
import { words } from '../parts/texts'

const types: Record<Snapshot['type'], string> = {
  manual: 'By hand',
  automatic: 'Daily',
  pre_restore: 'Before a restore',
}
const statuses: Record<Snapshot['status'], string> = { creating: 'Being taken', ready: 'Ready', failed: 'Failed' }
const changes: Record<SnapshotDiff['data'][number]['change'], string> = {
  created: 'Comes back',
  updated: 'Changes',
  trashed: 'Goes to the trash',
}

const ofList = {
  lead: 'A snapshot keeps all items as they are at one moment. Take one before an import, and you can go back.',
  left: (snapshots: string, restores: string) => `Left today: ${snapshots} to take, ${restores} to restore.`,
  type: 'Kind',
  allTypes: 'All kinds',
  types,
  statuses,
  unnamed: (time: string) => `Snapshot of ${time}`,
  created: 'Taken',
  units: 'Units',
  expires: 'Kept until',
  none: 'No snapshots yet',
  noneHint: 'Take one before a change that touches many items: it shows later what has changed, and can be restored.',
  noneOfType: 'No snapshot is of this kind',
  clear: 'Show all kinds',
}

const ofTaking = {
  take: 'Take a snapshot',
  takeIt: 'Take it',
  nameHint: 'Why it is taken, such as “Before the import”. It may be empty.',
  takeHint: 'It holds the items and their quantities. Orders, the stock history and the activity are not in it.',
  taken: (name: string) => `${name} is taken.`,
}

const ofOne = {
  snapshot: 'Snapshot',
  all: 'All snapshots',
  about: 'About the snapshot',
  by: 'By',
  lastRestored: 'Restored last',
  activity: 'Its activity',
  failed: 'It could not be taken. Take another one.',
  askDelete: 'Delete this snapshot?',
  deleteHint: 'It is gone for good, and cannot be restored any more. The items do not change.',
  deleteIt: 'Delete the snapshot',
}

const ofDiff = {
  diff: 'Difference from now',
  diffHint: 'What a restore of this snapshot would do to each item.',
  nowAndThen: 'Now → in the snapshot',
  changes,
  counts: { created: 'Come back', updated: 'Change', trashed: 'Go to the trash', unchanged: 'Stay as they are' },
  same: 'Nothing has changed since',
  sameHint: 'All items are as they were when the snapshot was taken.',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
}

const restoreQueries = {
  restoreTitle: 'Restore this snapshot?',
  undoTitle: 'Undo the restore?',
  mode: 'Items that were made since',
  modes: { replace: 'Go to the trash', merge: 'Stay' },
  dryRun: 'What it would do now',
  nothingToDo: 'All items are as in the snapshot: a restore would change nothing.',
  effects: [
    'Each item gets its fields and its quantity of then. What was changed since is replaced.',
    'The stock history keeps every movement: a difference in quantity becomes a new one.',
    'Orders and the activity stay as they are. What others change meanwhile stays, too.',
    'A snapshot of now is taken first, so that the restore can be undone.',
  ],
  restoreIt: 'Restore the snapshot',
  undoIt: 'Undo the restore',
  restoreTitles: {
    running: 'The restore is running',
    completed: 'The restore is done',
    failed: 'The restore was given up',
  },
  runningHint: 'You may leave this page: it goes on. This page asks every five seconds.',
  stoppedHint: 'What was done stays. Restore again: it goes on with what is still different.',
  progress: (done: string, total: string) => `${done} of ${total} items done`,
  done: { created: 'Came back', updated: 'Changed', trashed: 'Went to the trash', unchanged: 'Were the same' },
  conflicts: (count: string) => `${count} items could not be restored in full`,
  codes: {
    sku_already_exists: 'Another item has its SKU by now.',
    resource_busy: 'Others changed it all the time.',
    insufficient_stock: 'Its quantity would be below 0.',
    version_conflict: 'Somebody has changed it meanwhile.',
  } as Record<string, string>,
  undoHint: 'Within a day, the undo of the last restore does not count as one of the day.',
  hide: 'Hide',
}

const ofPast = {
  restores: 'Restores',
  noRestores: 'Nothing has been restored',
  noRestoresHint: 'A restore is listed here for 90 days, with what it did and the way to undo it.',
  restoreStatuses: { running: 'Running', completed: 'Done', failed: 'Given up' },
  show: 'Show',
  showOf: (name: string) => `Show the restore of ${name}`,
  undoOf: (name: string) => `Undo the restore of ${name}`,
  sums: (created: string, updated: string, trashed: string) =>
    `${created} came back, ${updated} changed, ${trashed} went to the trash`,
  gone: 'Deleted snapshot',
}

export const texts = { ...words, ...ofList, ...ofTaking, ...ofOne, ...ofDiff, ...restoreQueries, ...ofPast }

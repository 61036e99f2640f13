/** What the fields of restores mean. */
export const restoreDescriptions = {
  RestoreSnapshot: 'How the snapshot is restored.',
  Restore: 'A restore of a snapshot: how far it has come, and what it has done.',
  RestoreResult: 'The restore; with `dry_run`, its counts alone.',
  RestoreList: 'A page of restores.',

  mode: '`replace`: the inventory becomes what the snapshot holds. `merge`: items that are not in the snapshot stay.',
  dry_run: 'With `true`, the answer is what would happen, with status 200. Nothing is written.',
  item_ids: 'From 1 to 1 000 ids: only these items are restored. Null: all are.',

  id: 'The id of the restore: `rst_` and 26 characters.',
  snapshot_id: 'The id of the snapshot.',
  status: '`running` until it is `completed`. `failed` if it was given up: what was done stays.',
  progress: 'How far it has come.',
  'progress.done': 'How many items are done.',
  'progress.total': 'How many items have to change.',
  created: 'Items that came back.',
  updated: 'Items that got the fields of the snapshot.',
  trashed: 'Items that went to trash.',
  unchanged: 'Items that were as in the snapshot.',
  conflicts: 'Items that could not be restored in full: the first 500.',
  'conflicts.code': 'Why, as an error code.',
  pre_restore_snapshot_id: 'The snapshot that was taken before. To undo the restore, restore that one.',
}

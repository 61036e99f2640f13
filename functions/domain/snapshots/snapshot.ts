import type { FieldChanges } from '../revision'

export const snapshotTypes = ['manual', 'automatic', 'pre_restore'] as const
export const snapshotStatuses = ['creating', 'ready', 'failed'] as const
export type SnapshotType = (typeof snapshotTypes)[number]

/** `size_bytes` and `checksum` (SHA-256 in hex) are of its chunks. Null until `ready`, as the counts are. */
export type Snapshot = {
  id: string
  name: string | null
  type: SnapshotType
  status: (typeof snapshotStatuses)[number]
  item_count: number | null
  total_quantity: number | null
  size_bytes: number | null
  checksum: string | null
  created_by: string
  created_at: string
  expires_at: string
  last_restored_at: string | null
}

export type SnapshotFilter = { type?: SnapshotType | undefined; status?: Snapshot['status'] | undefined }

export type SnapshotChange = { action: 'create' | 'delete' | 'restore'; after: Snapshot; changes: FieldChanges }

/** A snapshot or restore without progress for this long counts as failed. */
export const abandonedAfterMs = 15 * 60_000

/** As clients see it: `failed` after 15 minutes of `creating`. */
export function viewSnapshot(snapshot: Snapshot, now: number): Snapshot {
  const abandoned = snapshot.status === 'creating' && Date.parse(snapshot.created_at) + abandonedAfterMs <= now
  return abandoned ? { ...snapshot, status: 'failed' } : snapshot
}

/** `to` for a snapshot that is created, `from` for one that is deleted. */
export function describeChanges({ name, type, item_count }: Snapshot, side: 'from' | 'to'): FieldChanges {
  const fields = Object.entries({ name, type, item_count }).filter(([, value]) => value !== null)
  return Object.fromEntries(fields.map(([field, value]) => [field, side === 'to' ? [null, value] : [value, null]]))
}

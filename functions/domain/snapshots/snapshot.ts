import type { FieldChanges } from '../revision'

export const snapshotTypes = ['manual', 'automatic', 'pre_restore'] as const
export const snapshotStatuses = ['creating', 'ready', 'failed'] as const
export type SnapshotType = (typeof snapshotTypes)[number]

/**
 * A copy of all live items at one moment. Times are ISO 8601 UTC, `size_bytes` is what it takes in storage, and `checksum` the
 * SHA-256 of that in hex; null until it is `ready`.
 */
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

/** What was done with a snapshot, as the log tells it. */
export type SnapshotChange = { action: 'create' | 'delete' | 'restore'; snapshotId: string; changes: FieldChanges }

/** Work without a sign of life for so long (milliseconds) is taken for failed. */
export const abandonedAfterMs = 15 * 60_000

/** The snapshot as it is to be seen: one that has been in the making for too long has failed. */
export function seenAt(snapshot: Snapshot, now: number): Snapshot {
  const abandoned = snapshot.status === 'creating' && Date.parse(snapshot.created_at) + abandonedAfterMs <= now
  return abandoned ? { ...snapshot, status: 'failed' } : snapshot
}

/** What the log tells of a snapshot that comes or goes. */
export function fieldsOf({ name, type, item_count }: Snapshot, side: 'from' | 'to'): FieldChanges {
  const told = Object.entries({ name, type, item_count }).filter(([, value]) => value !== null)
  return Object.fromEntries(told.map(([field, value]) => [field, side === 'to' ? [null, value] : [value, null]]))
}

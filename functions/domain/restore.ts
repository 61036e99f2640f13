import type { Conflict } from './restore-step'
import { abandonedAfterMs } from './snapshot'
import type { RestoreMode, Summary } from './snapshot-difference'

export const restoreStatuses = ['running', 'completed', 'failed'] as const

/**
 * A snapshot being brought back. What is to be done was fixed when it began: `total` items have to change. `heartbeat` is when it last
 * made progress, in epoch milliseconds.
 */
export type Restore = Summary & {
  id: string
  snapshot_id: string
  mode: RestoreMode
  item_ids: string[] | null
  status: (typeof restoreStatuses)[number]
  total: number
  /** Items that nothing is left to be done for. */
  done: number
  /** Steps that have been taken. */
  cursor: number
  conflicts: Conflict[]
  pre_restore_snapshot_id: string
  heartbeat: number
}

/** Conflicts that are kept; a row has room for so many. */
export const maxConflicts = 500

/** The restore as it is to be seen: without a sign of life for too long, it has failed. */
export function restoreSeenAt(restore: Restore, now: number): Restore {
  const abandoned = restore.status === 'running' && restore.heartbeat + abandonedAfterMs <= now
  return abandoned ? { ...restore, status: 'failed' } : restore
}

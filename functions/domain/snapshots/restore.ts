import type { RestoreMode, Summary } from './difference'
import type { Conflict } from './restore-outcome'
import { abandonedAfterMs } from './snapshot'

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
  /** When a worker was last asked to go on with it because it had stalled, in epoch milliseconds. */
  asked?: number | undefined
}

const stalledAfterMs = 60_000

/** Conflicts that are kept; a row has room for so many. */
export const maxConflicts = 500

/** True where a restore that is under way has not made progress for a while, nor been asked to: whoever ran it may have died. */
export function isStalled({ status, heartbeat, asked = 0 }: Restore, now: number): boolean {
  return status === 'running' && Math.max(heartbeat, asked) + stalledAfterMs <= now
}

/** The restore as it is to be seen: without a sign of life for too long, it has failed. */
export function restoreSeenAt(restore: Restore, now: number): Restore {
  const abandoned = restore.status === 'running' && restore.heartbeat + abandonedAfterMs <= now
  return abandoned ? { ...restore, status: 'failed' } : restore
}

import { compareCodePoints } from '../list'
import { dayMs } from '../time'
import type { RestoreMode, Summary } from './difference'
import type { RestoreProblem } from './restore-decision'
import { abandonedAfterMs } from './snapshot'

export const restoreStatuses = ['running', 'completed', 'failed'] as const

/** `total`: how many items must change, fixed when it begins. `heartbeat`: the time of its last progress. */
export type Restore = Summary & {
  id: string
  /** Which one it is of the company's, from 1: the clocks of two functions may differ, so ids are not in order. */
  number: number
  snapshot_id: string
  mode: RestoreMode
  item_ids: string[] | null
  status: (typeof restoreStatuses)[number]
  total: number
  /** Items whose steps have all been taken. */
  done: number
  /** Steps that have been taken. */
  cursor: number
  conflicts: RestoreProblem[]
  pre_restore_snapshot_id: string
  heartbeat: number
  /** True for the undo of another restore. It does not count against the plan. */
  undo?: boolean | undefined
  /** When a worker was last asked to continue it because it had stalled. */
  asked?: number | undefined
}

const stalledAfterMs = 60_000

/** Limited by the size of a row. */
export const maxConflicts = 500

/** No progress for 60 s, and no worker asked to continue it in that time: the process that ran it may have died. */
export function isStalled({ status, heartbeat, asked = 0 }: Restore, now: number): boolean {
  return status === 'running' && Math.max(heartbeat, asked) + stalledAfterMs <= now
}

/** Newest first. */
export function compareRestores(a: Restore, b: Restore): number {
  return b.number - a.number || compareCodePoints(b.id, a.id)
}

/** True where restoring the snapshot undoes the company's latest restore: within a day of it, and once. */
export function isUndo(snapshotId: string, latest: Restore | null, now: number): boolean {
  return (
    latest !== null &&
    latest.pre_restore_snapshot_id === snapshotId &&
    latest.undo !== true &&
    now < latest.heartbeat + dayMs
  )
}

/** As clients see it: `failed` after 15 minutes without progress. */
export function viewRestore(restore: Restore, now: number): Restore {
  const abandoned = restore.status === 'running' && restore.heartbeat + abandonedAfterMs <= now
  return abandoned ? { ...restore, status: 'failed' } : restore
}

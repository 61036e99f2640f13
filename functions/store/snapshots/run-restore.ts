import { concurrently } from '../../domain/concurrently'
import { Refused } from '../../domain/errors'
import { maxConflicts, type Restore, restoreSeenAt } from '../../domain/restore'
import { type Conflict, outcomeOf } from '../../domain/restore-outcome'
import { type RestoreStep, stepsOf } from '../../domain/restore-steps'
import { stampAfter } from '../../domain/revision'
import { SnapshotDifference } from '../../domain/snapshot-difference'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { quotaWrite } from '../commit/quotas'
import { Overtaken, transact, untilCommitted, type Write } from '../commit/transact'
import { readChunks } from '../items/chunks'
import { findItem } from '../items/items'
import { lastLogRowOf } from '../log/log-reader'
import { itemAfter } from '../log/log-row'
import { keys, resourceOf } from '../schema'
import { heartbeatWrite, unlockWrite } from './restore-lock'
import { getRestoreRow, type RestoreRow } from './restore-row'

/** Steps between two signs of life. */
const sliceSteps = 50
/** A company's log takes about 500 changes a second. */
const stepsAtOnce = 8

/** What has to be done, which the two snapshots say: so each attempt at a restore goes by the same steps. */
type Work = { difference: SnapshotDifference; steps: RestoreStep[] }

/**
 * Brings a restore to its end from wherever it has come to. It may be broken off at any moment and run again, also twice at once: an item
 * bears the mark of the step that was taken with it. Answers the restore as it ended; running, at `until` (of `performance.now()`).
 */
export async function runRestore(
  table: Table,
  company: string,
  id: string,
  { keep = keepNothing, until = Number.POSITIVE_INFINITY }: { keep?: Keep<Restore>; until?: number } = {},
): Promise<Restore> {
  let row = await getRestoreRow(table, company, id)
  const { status } = restoreSeenAt(row, table.now())
  if (status !== 'running') return { ...row, status } // one that has failed stays so
  const work = await workOf(table, row)
  row = await advanced(table, row, [], []) // not if another restore has the lock
  while (row.status === 'running' && performance.now() < until) {
    const slice = sliceAt(work.steps, row.cursor)
    if (slice.length === 0) return complete(table, row, keep)
    row = await advanced(table, row, slice, await taken(table, row, work, slice))
  }
  return row
}

/** How much work a restore of this difference is. */
export function workload(difference: SnapshotDifference): { steps: number; slices: number } {
  const steps = stepsOf(difference)
  let slices = 0
  for (let cursor = 0; cursor < steps.length; cursor += sliceAt(steps, cursor).length) slices += 1
  return { steps: steps.length, slices }
}

async function workOf(table: Table, { wanted, present, mode, item_ids }: RestoreRow): Promise<Work> {
  const [snapshot, before] = await Promise.all([readChunks(table, wanted), readChunks(table, present)])
  const difference = new SnapshotDifference(snapshot, before, { mode, itemIds: item_ids })
  return { difference, steps: stepsOf(difference) }
}

/** The next steps, as many as do not wait for each other. */
function sliceAt(steps: RestoreStep[], cursor: number): RestoreStep[] {
  const next = steps.slice(cursor, cursor + sliceSteps)
  return next.filter(({ phase, rank }) => phase === next[0]?.phase && rank === next[0]?.rank)
}

/** Takes the steps of a slice. Answers what stood in the way, in their order. */
async function taken(table: Table, row: RestoreRow, work: Work, slice: RestoreStep[]): Promise<Conflict[]> {
  const conflicts: (Conflict | null)[] = []
  await concurrently(slice.entries(), stepsAtOnce, async ([index, step]) => {
    conflicts[index] = await takeStep(table, row, work, step)
  })
  return conflicts.filter((conflict) => conflict !== null)
}

/** Takes a step with its item, in one transaction with its log row. Answers what stood in the way. */
async function takeStep(
  table: Table,
  { id, snapshot_id, caller }: RestoreRow,
  { difference }: Work,
  step: RestoreStep,
): Promise<Conflict | null> {
  const of = difference.items(step.row)
  const { id: item_id = '', sku = '' } = of.wanted ?? of.present ?? {}
  const conflict = (code: Refused['code']) => ({ item_id, sku, code })
  try {
    return await untilCommitted(async () => {
      const item = await findItem(table, caller.companyId, item_id)
      const log = item === null ? await lastLogRowOf(table, resourceOf('item', caller.companyId, item_id)) : null
      const last = log && itemAfter(log) // the log outlives the item
      const at = stampAfter(
        [item ?? last].filter((seen) => seen !== null),
        table.now(),
      )
      const restoring = { id, snapshotId: snapshot_id, userId: caller.userId }
      const outcome = outcomeOf(step, { ...of, item, last }, restoring, at)
      if (outcome.change) await commit(table, caller, at, { items: [outcome.change] }, () => null, keepNothing)
      return outcome.conflict ? conflict(outcome.conflict) : null
    })
  } catch (error) {
    if (error instanceof Refused && ['sku_already_exists', 'resource_busy'].includes(error.code))
      return conflict(error.code)
    throw error
  }
}

/** The restore after a slice. Where another attempt was first, as that has left it. */
async function advanced(
  table: Table,
  row: RestoreRow,
  slice: RestoreStep[],
  conflicts: Conflict[],
): Promise<RestoreRow> {
  const next: RestoreRow = {
    ...row,
    cursor: row.cursor + slice.length,
    done: row.done + slice.filter(({ last }) => last).length,
    conflicts: withoutRepeats([...row.conflicts, ...conflicts]).slice(0, maxConflicts),
    heartbeat: table.now(),
  }
  const { companyId } = row.caller
  return written(table, row, next, [heartbeatWrite(table, companyId, row.id)])
}

/** An item's steps may meet the same conflict. */
function withoutRepeats(conflicts: Conflict[]): Conflict[] {
  return [...new Map(conflicts.map((conflict) => [conflict.item_id + conflict.code, conflict])).values()]
}

/** Ends the restore: only now it counts against the plan. */
async function complete(table: Table, row: RestoreRow, keep: Keep<Restore>): Promise<Restore> {
  const { companyId } = row.caller
  const next: RestoreRow = { ...row, status: 'completed', heartbeat: table.now() }
  return untilCommitted(async () => {
    const quota = await quotaWrite(table, row.caller, 'restores')
    return written(table, row, next, [unlockWrite(table, companyId, row.id), quota, ...keep(next)])
  })
}

async function written(table: Table, row: RestoreRow, next: RestoreRow, more: Write[]): Promise<RestoreRow> {
  const put = {
    Put: {
      TableName: table.name,
      Item: { ...keys.restore(row.caller.companyId, row.id), ...next },
      ConditionExpression: '#status = :running AND #cursor = :cursor',
      ExpressionAttributeNames: { '#status': 'status', '#cursor': 'cursor' },
      ExpressionAttributeValues: { ':running': 'running', ':cursor': row.cursor },
    },
  }
  try {
    await transact(table, [{ action: put }, ...more])
    return next
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    const now = await getRestoreRow(table, row.caller.companyId, row.id)
    if (now.status !== 'running' || now.cursor !== row.cursor) return now
    throw error
  }
}

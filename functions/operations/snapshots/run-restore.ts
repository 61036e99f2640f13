import { readItemChunks } from '../../catalogue/items/item-chunks'
import { maxConflicts, type Restore, restoreSeenAt } from '../../domain/snapshots/restore'
import type { Conflict } from '../../domain/snapshots/restore-outcome'
import { type RestoreStep, stepsOf } from '../../domain/snapshots/restore-steps'
import type { Table } from '../../store/client'
import { draftChangeset } from '../../store/commit/changeset'
import type { IdempotencyKey } from '../../store/commit/idempotency'
import { concurrently } from '../../store/concurrently'
import { heartbeatWrite, unlockWrite } from '../../store/snapshots/restore-lock'
import { progressWrite, type RestoreRow } from '../../store/snapshots/restore-row'
import type { Write } from '../../store/transact'
import { quotaWrite } from '../companies/quotas'
import type { Context } from '../context'
import { commitChange, type Decision, type Render } from '../run-change'
import { getRestoreRow } from './get-restore'
import { takeStep } from './restore-step'
import { SnapshotDifference } from './snapshot-difference'

/** Steps between two signs of life. */
const sliceSteps = 50
/** A company's log takes about 500 changes a second. */
const stepsAtOnce = 8

/** What has to be done, which the two snapshots say: so each attempt at a restore goes by the same steps. */
type Work = { difference: SnapshotDifference; steps: RestoreStep[] }

/** The request that waits for the restore, if one does: how it is answered, and until when (of `performance.now()`) it waits. */
type Waiting = { idempotency: IdempotencyKey | null; render?: Render<Restore>; until: number }

const nobody: Waiting = { idempotency: null, until: Number.POSITIVE_INFINITY }

/** A restore, and whether this very run has ended it, and recorded the answer of the request that waits. */
export type Ran = { restore: Restore; endedHere: boolean }

/**
 * Brings a restore to its end from wherever it has come to. It may be broken off at any moment and run again, also twice at once: an item
 * bears the mark of the step that was taken with it. Answers the restore as it ended; running, when nobody waits any longer.
 */
export async function runRestore(
  table: Table,
  company: string,
  id: string,
  { idempotency, render, until }: Waiting = nobody,
): Promise<Ran> {
  let row = await getRestoreRow(table, company, id)
  const { status } = restoreSeenAt(row, table.now())
  if (status !== 'running') return { restore: { ...row, status }, endedHere: false } // one that has failed stays so
  const context = { table, caller: row.caller, idempotency }
  const work = await workOf(table, row)
  row = await advance(context, row, [], []) // not if another restore has the lock
  while (row.status === 'running' && performance.now() < until) {
    const slice = sliceAt(work.steps, row.cursor)
    if (slice.length === 0) return complete(context, row, render)
    row = await advance(context, row, slice, await takeSteps(context, row, work, slice))
  }
  return { restore: row, endedHere: false }
}

/** How much work a restore of this difference is. */
export function workload(difference: SnapshotDifference): { steps: number; slices: number } {
  const steps = stepsOf(difference)
  let slices = 0
  for (let cursor = 0; cursor < steps.length; cursor += sliceAt(steps, cursor).length) slices += 1
  return { steps: steps.length, slices }
}

async function workOf(table: Table, { wanted, present, mode, item_ids }: RestoreRow): Promise<Work> {
  const [snapshot, before] = await Promise.all([readItemChunks(table, wanted), readItemChunks(table, present)])
  const difference = new SnapshotDifference(snapshot, before, { mode, itemIds: item_ids })
  return { difference, steps: stepsOf(difference) }
}

/** The next steps, as many as do not wait for each other. */
function sliceAt(steps: RestoreStep[], cursor: number): RestoreStep[] {
  const next = steps.slice(cursor, cursor + sliceSteps)
  return next.filter(({ phase, rank }) => phase === next[0]?.phase && rank === next[0]?.rank)
}

/** Takes the steps of a slice. Answers what stood in the way, in their order. */
async function takeSteps(context: Context, row: RestoreRow, work: Work, slice: RestoreStep[]): Promise<Conflict[]> {
  const conflicts: (Conflict | null)[] = []
  await concurrently(slice.entries(), stepsAtOnce, async ([index, step]) => {
    conflicts[index] = await takeStep(context, row, step, work.difference.items(step.row))
  })
  return conflicts.filter((conflict) => conflict !== null)
}

/** Records that a slice is done. */
async function advance(
  context: Context,
  row: RestoreRow,
  slice: RestoreStep[],
  conflicts: Conflict[],
): Promise<RestoreRow> {
  const { table, caller } = context
  const done = {
    cursor: row.cursor + slice.length,
    done: row.done + slice.filter(({ last }) => last).length,
    conflicts: withoutRepeats([...row.conflicts, ...conflicts]).slice(0, maxConflicts),
  }
  const progress = async () => ({ done, writes: [heartbeatWrite(table, caller.companyId, row.id)] })
  return (await record(context, row, progress)).result
}

/** An item's steps may meet the same conflict. */
function withoutRepeats(conflicts: Conflict[]): Conflict[] {
  return [...new Map(conflicts.map((conflict) => [conflict.item_id + conflict.code, conflict])).values()]
}

/** Ends the restore: only now it counts against the plan. */
async function complete(context: Context, row: RestoreRow, render: Render<Restore> | undefined): Promise<Ran> {
  const { table, caller } = context
  const completed = async () => ({
    done: { status: 'completed' as const },
    writes: [unlockWrite(table, caller.companyId, row.id), await quotaWrite(context, 'restores')],
  })
  const { changeset, result } = await record(context, row, completed, render)
  return { restore: result, endedHere: changeset !== null }
}

/** Records what was done since `row`. Where another attempt was first, answers the restore as that has left it. */
function record(
  context: Context,
  row: RestoreRow,
  progress: () => Promise<{ done: Partial<RestoreRow>; writes: Write[] }>,
  render?: Render<Restore>,
): Promise<Decision<RestoreRow>> {
  const { table, caller } = context
  let known: RestoreRow | null = row
  const decide = async (): Promise<Decision<RestoreRow>> => {
    const now = known ?? (await getRestoreRow(table, caller.companyId, row.id))
    known = null // should it be read again, it has changed
    if (now.status !== 'running' || now.cursor !== row.cursor) return { changeset: null, result: now }
    const { done, writes } = await progress()
    const next = { ...row, ...done, heartbeat: table.now() }
    const more = [progressWrite(table, caller.companyId, row, next), ...writes]
    return { changeset: draftChangeset(caller, table.now(), { more }), result: next }
  }
  return commitChange(context, decide, { render })
}

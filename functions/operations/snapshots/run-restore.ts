import { itemLayout } from '../../catalogue/items/item-layout'
import { readSegments } from '../../catalogue/replica/base'
import { Refusal } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import { chooseStamp } from '../../domain/revision'
import { maxConflicts, type Restore, viewRestore } from '../../domain/snapshots/restore'
import { decideStep, type RestoreProblem, type StepDecision } from '../../domain/snapshots/restore-decision'
import { planSteps, type RestoreStep } from '../../domain/snapshots/restore-steps'
import { observe } from '../../metrics'
import { type Changes, draftChangeset } from '../../store/commit/changeset'
import type { IdempotencyKey } from '../../store/commit/idempotency'
import { runConcurrently } from '../../store/concurrently'
import { makeMarkWrite } from '../../store/items/item-row'
import { findLastLogRow } from '../../store/log/log-reader'
import { unpackItem } from '../../store/log/packed-item'
import { makeHeartbeatWrite, makeUnlockWrite } from '../../store/snapshots/restore-lock'
import { makeProgressWrite, type RestoreRow } from '../../store/snapshots/restore-row'
import { makeResource } from '../../store/table/schema'
import type { Table } from '../../store/table/table'
import type { Write } from '../../store/table/transact'
import { makeQuotaWrite } from '../companies/quotas'
import { type Context, openContext } from '../context'
import { commitChange, type Decision, type Render } from '../run-change'
import { getRestoreRow } from './read-restores'
import { SnapshotDifference } from './snapshot-difference'

/** Steps between two heartbeats. */
const sliceSteps = 50
/** A company's log takes about 500 changes a second. */
const stepsAtOnce = 8

/** The work of a restore. It is computed from the two snapshots, so every attempt takes the same steps. */
type Work = { difference: SnapshotDifference; steps: RestoreStep[] }

/** The request that waits for the restore. `until` is a time of `performance.now()` (milliseconds). */
type RestoreRequester = { idempotency: IdempotencyKey | null; render?: Render<Restore>; until: number }

const nobody: RestoreRequester = { idempotency: null, until: Number.POSITIVE_INFINITY }

/** A restore. `endedHere` is true where this run ended it, and recorded the answer of the waiting request. */
export type RestoreProgress = { restore: Restore; endedHere: boolean }

/**
 * May be interrupted at any moment and run again, even twice at once: each item has the mark of the last step taken
 * with it. Returns the restore as it ended, or as running where the request waits no longer.
 */
export async function runRestore(
  table: Table,
  companyId: string,
  id: string,
  requester = nobody,
): Promise<RestoreProgress> {
  try {
    return await continueRestore(table, companyId, id, requester)
  } catch (error) {
    observe('FailedRestoresAndSnapshots')
    throw error
  }
}

async function continueRestore(
  table: Table,
  companyId: string,
  id: string,
  { idempotency, render, until }: RestoreRequester,
): Promise<RestoreProgress> {
  let row = await getRestoreRow(table, companyId, id)
  const { status } = viewRestore(row, table.now())
  // A restore that has failed is not continued.
  if (status !== 'running') return { restore: { ...row, status }, endedHere: false }
  const context = openContext(table, row.caller, idempotency)
  const work = await loadWork(table, row)
  row = await advanceRestore(context, row, [], []) // refused if another restore has taken the lock
  while (row.status === 'running' && performance.now() < until) {
    const slice = takeSlice(work.steps, row.cursor)
    if (slice.length === 0) return completeRestore(context, row, render)
    row = await advanceRestore(context, row, slice, await takeSteps(context, row, work, slice))
  }
  return { restore: row, endedHere: false }
}

export function measureWork(difference: SnapshotDifference): { steps: number; slices: number } {
  const steps = planSteps(difference)
  let slices = 0
  for (let cursor = 0; cursor < steps.length; cursor += takeSlice(steps, cursor).length) slices += 1
  return { steps: steps.length, slices }
}

async function loadWork(table: Table, { wanted, present, mode, item_ids, caller }: RestoreRow): Promise<Work> {
  const { companyId } = caller
  // One after the other: what unpacking leaves behind can go before the next one is read.
  const snapshot = await readSegments(table, itemLayout, { companyId, ...wanted })
  const before = await readSegments(table, itemLayout, { companyId, ...present })
  const difference = new SnapshotDifference(snapshot, before, { mode, itemIds: item_ids })
  return { difference, steps: planSteps(difference) }
}

/** Takes the next slice: steps of the same phase and rank, which do not depend on each other. */
function takeSlice(steps: RestoreStep[], cursor: number): RestoreStep[] {
  const next = steps.slice(cursor, cursor + sliceSteps)
  return next.filter(({ phase, rank }) => phase === next[0]?.phase && rank === next[0]?.rank)
}

async function takeSteps(context: Context, row: RestoreRow, work: Work, slice: RestoreStep[]) {
  const conflicts: (RestoreProblem | null)[] = []
  await runConcurrently(slice.entries(), stepsAtOnce, async ([index, step]) => {
    conflicts[index] = await takeStep(context, row, step, work.difference.getItems(step.difference))
  })
  return conflicts.filter((conflict) => conflict !== null)
}

async function advanceRestore(context: Context, row: RestoreRow, slice: RestoreStep[], conflicts: RestoreProblem[]) {
  const { table, caller } = context
  const progress = {
    cursor: row.cursor + slice.length,
    done: row.done + slice.filter(({ last }) => last).length,
    conflicts: dropRepeats([...row.conflicts, ...conflicts]).slice(0, maxConflicts),
  }
  const nextRecord = async () => ({ done: progress, writes: [makeHeartbeatWrite(table, caller.companyId, row.id)] })
  return (await record(context, row, nextRecord)).result
}

/** Two steps of an item may meet the same conflict. */
function dropRepeats(conflicts: RestoreProblem[]): RestoreProblem[] {
  return [...new Map(conflicts.map((conflict) => [conflict.item_id + conflict.code, conflict])).values()]
}

/** Ends the restore. Only now it counts against the plan's quota. */
async function completeRestore(context: Context, row: RestoreRow, render: Render<Restore> | undefined) {
  const { caller } = context
  const completion = async () => ({
    done: { status: 'completed' as const },
    writes: [
      makeUnlockWrite(caller.companyId, row.id),
      ...(row.undo ? [] : [await makeQuotaWrite(context, 'restores')]),
    ],
  })
  const { changeset, result } = await record(context, row, completion, render)
  return { restore: result, endedHere: changeset !== null }
}

/** Records what was done since `row`. Where another attempt came first, returns the restore as that attempt left it. */
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
    known = null // a second read means that the row has changed
    if (now.status !== 'running' || now.cursor !== row.cursor) return { changeset: null, result: now }
    const { done, writes } = await progress()
    const next = { ...row, ...done, heartbeat: table.now() }
    const more = [makeProgressWrite(caller.companyId, row, next), ...writes]
    return { changeset: draftChangeset(caller, table.now(), { more }), result: next }
  }
  return commitChange(context, decide, { render })
}

/** `present` is the item when the restore began. `blocked` is as in the domain's `StepItem`. */
type ItemOfStep = { wanted: Item | undefined; present: Item | undefined; blocked?: Refusal['code'] }

/** The step and its log row are one database transaction. Null where there was no conflict. */
async function takeStep(context: Context, row: RestoreRow, step: RestoreStep, of: ItemOfStep) {
  const { id: item_id = '', sku = '' } = of.wanted ?? of.present ?? {}
  const conflict = (code: Refusal['code']) => ({ item_id, sku, code })
  const decide = async (context: Context): Promise<Decision<RestoreProblem | null>> => {
    const { table, caller } = context
    const { item, last } = await readLastKnown(context, item_id)
    const at = chooseStamp(last ? [last] : [], table.now())
    const restore = { id: row.id, snapshotId: row.snapshot_id, userId: caller.userId }
    const outcome = decideStep(step, { blocked: null, ...of, item, last }, restore, at)
    const changes = toChanges(context, item, outcome)
    return {
      changeset: changes && draftChangeset(caller, at, changes),
      result: outcome.conflict && conflict(outcome.conflict),
    }
  }
  try {
    return (await commitChange(context, decide)).result
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Other changes kept the item busy, so it could not be marked either.
    if (error.code === 'resource_busy') return conflict(error.code)
    if (error.code === 'sku_already_exists') return takeStep(context, row, step, { ...of, blocked: error.code })
    throw error
  }
}

function toChanges({ caller }: Context, item: Item | null, { change, mark }: StepDecision): Changes | null {
  if (change !== null) return { items: [change] }
  return item && mark ? { more: [makeMarkWrite(caller.companyId, item, mark)] } : null
}

/** The log keeps the last known state after the row is gone. */
async function readLastKnown({ table, reader, caller: { companyId } }: Context, id: string) {
  const item = await reader.item(id)
  if (item !== null) return { item, last: item }
  const log = await findLastLogRow(table, companyId, makeResource('item', companyId, id))
  return { item, last: log && unpackItem(log) }
}

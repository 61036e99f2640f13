import type { ItemSegments } from '../../catalogue/items/item-layout'
import { DamageError, FormatError, Refusal } from '../../domain/errors'
import type { FieldChanges } from '../../domain/revision'
import { compareRestores, isUndo, type Restore } from '../../domain/snapshots/restore'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import { dayMs } from '../../domain/time'
import { draftChangeset } from '../../store/commit/changeset'
import { findAnswer } from '../../store/commit/idempotency'
import { type Restorer, tryLock, unlockRestores } from '../../store/snapshots/restore-lock'
import { makeRestoreWrite, type RestoreRow, readLastRestoreRows } from '../../store/snapshots/restore-row'
import { makeRestoredWrite, setFailed } from '../../store/snapshots/snapshot-row'
import { toTtl, ttlAttribute } from '../../store/table/schema'
import { retryUntilCommitted, WriteConflict } from '../../store/table/tries'
import { makeUlid } from '../../store/time/ulids'
import { requireQuota } from '../companies/quotas'
import type { Context, Workers } from '../context'
import { commitChange, type Render } from '../run-change'
import { readItemsAtOnce } from './items-at-once'
import { getRestore } from './read-restores'
import { getSnapshot, type StoredSnapshot } from './read-snapshots'
import { type RestoreRequest, selectDifference } from './restore-request'
import { measureWork, runRestore } from './run-restore'
import { readItemsOfSnapshot } from './snapshot-items'
import {
  deleteWhereRefused,
  makeReadyChanges,
  type PreparedSnapshot,
  prepareSnapshot,
  type TakenSnapshot,
} from './take-snapshot'

/** The most steps, slices and milliseconds of a restore within the request. A worker runs a larger one. */
const stepsHere = 200
const slicesHere = 12
const hereMs = 10_000
const keptMs = 90 * dayMs

/**
 * A restore as far as it has come. `recorded` is true where this state was recorded as the answer. `failures`: why it
 * did not end within the request, though it could have. A worker continues it then.
 */
export type StartedRestore = { restore: Restore; recorded: boolean; failures: unknown[] }

/**
 * A small restore runs within the request, a large one in a worker. A snapshot of the present is taken first, so that
 * the restore can be undone. Refused where the snapshot is not ready or is damaged, where the quota is used up, or
 * where another restore is running. The answer is recorded when the restore begins. If the restore ends within the
 * request, the final answer replaces it.
 */
export async function startRestore(
  context: Context & { workers: Workers },
  snapshotId: string,
  request: RestoreRequest,
  render: Render<Restore>,
): Promise<StartedRestore> {
  const { table, caller, idempotency, workers } = context
  // Checked before anything is done, since nothing may be done under a key that was answered.
  await requireUnanswered(context)
  const stored = await getSnapshot(context, snapshotId)
  const wanted = await readIntactItems(context, stored)
  if (!isUndo(snapshotId, await findLatest(context), table.now())) await requireQuota(context, 'restores')
  const restoreId = `rst_${makeUlid(table.now())}`
  const restorer = { companyId: caller.companyId, restoreId, idempotencyKey: idempotency?.key ?? null }
  const lockedAt = await takeLock(context, restorer)
  const plan = async () => {
    await requireUnanswered(context) // the same request, sent twice, may have held the lock
    return planRestore(context, { ...stored, items: wanted }, request, { id: restoreId, lockedAt })
  }
  const restorePlan = await unlockWhere(() => true, context, restorer, plan())
  const { row, later } = restorePlan
  const begun = beginRestore(context, restorePlan, { render, provisional: !later })
  // Where no answer comes, it may have begun, and goes on. Else the lock ends without heartbeats.
  await unlockWhere((error) => error instanceof Refusal, context, restorer, begun)
  if (!later) return runHere(context, row, render)
  await workers.requestRestore(caller.companyId, row.id)
  return { restore: row, recorded: true, failures: [] }
}

async function findLatest({ table, caller }: Context): Promise<Restore | null> {
  const rows = await readLastRestoreRows(table, caller.companyId)
  return rows.sort(compareRestores)[0] ?? null
}

/** Throws where the request was answered before. `answerOnce` then returns the recorded answer, whatever was thrown. */
async function requireUnanswered({ table, caller, idempotency }: Context): Promise<void> {
  const answer = idempotency && (await findAnswer(table, caller.companyId, idempotency))
  if (answer) throw new Refusal('resource_busy', 'The request has been answered: the record tells how.')
}

/** The restore releases it at its end. Returns the time of its first heartbeat. */
function takeLock({ table }: Context, restorer: Restorer): Promise<number> {
  return retryUntilCommitted(table, async () => {
    const now = table.now()
    const holder = await tryLock(table, restorer, now)
    if (holder === null) return now
    // The request was sent twice: wait for the first one to end.
    const same = restorer.idempotencyKey !== null && holder.idempotency_key === restorer.idempotencyKey
    // Without an id, the lock was released a moment ago.
    if (same || holder.restore_id === undefined) throw new WriteConflict()
    throw new Refusal('invalid_state', `The restore ${holder.restore_id} is under way: one at a time.`, 'status')
  })
}

/** Releases the lock at once where the work fails by such an error. */
async function unlockWhere<Result>(
  isOver: (error: unknown) => boolean,
  { table }: Context,
  restorer: Restorer,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    if (isOver(error)) await unlockRestores(table, restorer).catch(() => {})
    throw error
  })
}

/** Marks a snapshot that is damaged as failed, but none that another release can read. */
async function readIntactItems(context: Context, stored: StoredSnapshot): Promise<ItemSegments> {
  try {
    return await readItemsOfSnapshot(context, stored)
  } catch (error) {
    const { snapshot, data } = stored
    const { cause } = error instanceof Refusal ? error : {}
    const isDamaged = cause instanceof DamageError && !(cause instanceof FormatError)
    if (isDamaged)
      await setFailed(context.table, context.caller.companyId, { id: snapshot.id, data: data.name, seen: 'ready' })
    throw error
  }
}

/** `later` is true where the restore is too large for the request. */
type RestorePlan = { row: RestoreRow; snapshot: Snapshot; present: PreparedSnapshot; later: boolean }

async function planRestore(
  context: Context,
  { snapshot, data, items }: TakenSnapshot,
  { mode, item_ids }: RestoreRequest,
  { id, lockedAt }: { id: string; lockedAt: number },
): Promise<RestorePlan> {
  const { table, caller } = context
  // Another restore may have used the quota, or be the latest one, before this one got the lock.
  const latest = await findLatest(context)
  const undo = isUndo(snapshot.id, latest, table.now())
  if (!undo) await requireQuota(context, 'restores')
  const now = await readItemsAtOnce(table, caller.companyId)
  const difference = selectDifference(items, now, { mode, item_ids })
  // Names of undone restores must not grow: the snapshot before a restore is named by its id.
  const own = snapshot.type === 'pre_restore' ? null : snapshot.name
  const name = `Before the restore of ${own ?? snapshot.id}`
  const present = await prepareSnapshot(context, { name, type: 'pre_restore', items: now })
  const row: RestoreRow = {
    id,
    number: (latest?.number ?? 0) + 1,
    snapshot_id: snapshot.id,
    mode,
    item_ids,
    status: 'running',
    ...difference.summary,
    total: difference.all.length,
    done: 0,
    cursor: 0,
    conflicts: [],
    pre_restore_snapshot_id: present.snapshot.id,
    heartbeat: lockedAt, // that of the lock: so it counts as failed when another one may take it
    undo: undo || undefined,
    caller,
    wanted: data,
    present: present.data,
    [ttlAttribute]: toTtl(table.now() + keptMs),
  }
  const { steps, slices } = measureWork(difference)
  return { row, snapshot, present, later: steps > stepsHere || slices > slicesHere }
}

/** In one database transaction with the ready snapshot. From here on the restore runs to its end. */
async function beginRestore(
  context: Context,
  { row, snapshot, present }: RestorePlan,
  answerOptions: { render: Render<Restore>; provisional: boolean },
): Promise<void> {
  const { table, caller } = context
  const { companyId } = caller
  const fields: FieldChanges = { mode: [null, row.mode], restore_id: [null, row.id] }
  const ready = makeReadyChanges(context, present)
  const decide = async () => {
    const at = table.now()
    const begun = [makeRestoreWrite(table, companyId, row), makeRestoredWrite(table, companyId, row.snapshot_id, at)]
    const after = { ...snapshot, last_restored_at: new Date(at).toISOString() }
    const change = { action: 'restore' as const, after, changes: fields }
    const changes = { snapshots: [...ready.snapshots, change], more: [...ready.more, ...begun] }
    return { changeset: draftChangeset(caller, at, changes), result: row }
  }
  await deleteWhereRefused(context, present, commitChange(context, decide, answerOptions))
}

/** Where the restore fails or takes too long, a worker continues it. */
async function runHere(
  context: Context & { workers: Workers },
  row: RestoreRow,
  render: Render<Restore>,
): Promise<StartedRestore> {
  const { table, caller, idempotency, workers } = context
  const until = performance.now() + hereMs
  const failures: unknown[] = []
  const keep = (error: unknown) => {
    failures.push(error)
    return null
  }
  const progress = await runRestore(table, caller.companyId, row.id, { idempotency, render, until }).catch(keep)
  if (progress && progress.restore.status !== 'running')
    return { restore: progress.restore, recorded: progress.endedHere, failures }
  await workers.requestRestore(caller.companyId, row.id)
  // The restore has begun, so it cannot be refused any more. If no later answer can be recorded, the first one stands.
  const restore = (await recordProgress(context, row.id, render).catch(keep)) ?? row
  return { restore, recorded: true, failures }
}

async function recordProgress(context: Context, id: string, render: Render<Restore>): Promise<Restore> {
  const restore = await getRestore(context, id)
  const changeset = draftChangeset(context.caller, context.table.now(), {})
  await commitChange(context, async () => ({ changeset, result: restore }), { render })
  return restore
}

import type { ItemSegments } from '../../catalogue/items/item-layout'
import { DamageError, FormatError, Refusal } from '../../domain/errors'
import type { FieldChanges } from '../../domain/revision'
import { compareRestores, isUndo, type Restore } from '../../domain/snapshots/restore'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import { dayMs } from '../../domain/time'
import { draftChangeset } from '../../store/commit/changeset'
import { findAnswer } from '../../store/commit/idempotency'
import { findLock, isHeld, type Lock, makeLockWrite } from '../../store/snapshots/restore-lock'
import { makeRestoreWrite, type RestoreRow, readRestoreRows } from '../../store/snapshots/restore-row'
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
import { makeReadyChanges, type PreparedSnapshot, prepareSnapshot, type TakenSnapshot } from './take-snapshot'

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
  const { caller, workers } = context
  const lock = await findFreeLock(context)
  await requireUnanswered(context)
  const stored = await getSnapshot(context, snapshotId)
  const wanted = await readIntactItems(context, stored)
  const plan = await planRestore(context, { ...stored, items: wanted }, request)
  const row = await beginRestore(context, { ...plan, lock }, render).catch(async (error: unknown) => {
    // Where no answer came, it may have begun: then a worker runs it.
    if (!(error instanceof Refusal)) await workers.requestRestore(caller.companyId, plan.row.id)
    throw error
  })
  if (!plan.later) return runHere(context, row, render)
  await workers.requestRestore(caller.companyId, row.id)
  return { restore: row, recorded: true, failures: [] }
}

/**
 * Throws where the request was answered before, since nothing may be done then. `answerOnce` returns the recorded
 * answer, whatever was thrown.
 */
async function requireUnanswered({ table, caller, idempotency }: Context): Promise<void> {
  const answer = idempotency && (await findAnswer(table, caller.companyId, idempotency))
  if (answer) throw new Refusal('resource_busy', 'The request has been answered: the record tells how.')
}

/** The lock as it is: no restore holds it. The same request, sent twice, waits for the first one to end. */
function findFreeLock({ table, caller, idempotency }: Context): Promise<Lock | null> {
  return retryUntilCommitted(table, async () => {
    const lock = await findLock(table, caller.companyId)
    if (!isHeld(lock, table.now())) return lock
    if (idempotency !== null && lock.idempotency_key === idempotency.key) throw new WriteConflict()
    throw new Refusal('invalid_state', `The restore ${lock.restore_id} is under way: one at a time.`, 'status')
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
    if (isDamaged) await setFailed(context.table, context.caller.companyId, { id: snapshot.id, data: data.name })
    throw error
  }
}

/** `later` is true where the restore is too large for the request. */
type RestorePlan = {
  row: Omit<RestoreRow, 'heartbeat'>
  snapshot: Snapshot
  present: PreparedSnapshot
  later: boolean
}

/** Refused where the quota is used up. */
async function planRestore(
  context: Context,
  { snapshot, data, items }: TakenSnapshot,
  { mode, item_ids }: RestoreRequest,
): Promise<RestorePlan> {
  const { table, caller } = context
  const [latest = null] = (await readRestoreRows(table, caller.companyId)).sort(compareRestores)
  const undo = isUndo(snapshot.id, latest, table.now())
  if (!undo) await requireQuota(context, 'restores')
  const now = await readItemsAtOnce(table, caller.companyId)
  const difference = selectDifference(items, now, { mode, item_ids })
  // Names of undone restores must not grow: the snapshot before a restore is named by its id.
  const own = snapshot.type === 'pre_restore' ? null : snapshot.name
  const name = `Before the restore of ${own ?? snapshot.id}`
  const present = await prepareSnapshot(context, { name, type: 'pre_restore', items: now })
  const row = {
    id: `rst_${makeUlid(table.now())}`,
    number: (latest?.number ?? 0) + 1,
    snapshot_id: snapshot.id,
    mode,
    item_ids,
    status: 'running' as const,
    ...difference.summary,
    total: difference.all.length,
    done: 0,
    cursor: 0,
    conflicts: [],
    pre_restore_snapshot_id: present.snapshot.id,
    undo: undo || undefined,
    caller,
    wanted: data,
    present: present.data,
    [ttlAttribute]: toTtl(table.now() + keptMs),
  }
  const { steps, slices } = measureWork(difference)
  return { row, snapshot, present, later: steps > stepsHere || slices > slicesHere }
}

/**
 * In one database transaction with the ready snapshot and the lock. From here on the restore runs to its end. Refused
 * where another one has begun since `lock` was read. Its first answer is provisional where it ends within the request.
 */
async function beginRestore(
  context: Context,
  { row, snapshot, present, later, lock: seen }: RestorePlan & { lock: Lock | null },
  render: Render<Restore>,
): Promise<RestoreRow> {
  const { table, caller, idempotency } = context
  const { companyId } = caller
  const fields: FieldChanges = { mode: [null, row.mode], restore_id: [null, row.id] }
  const ready = makeReadyChanges(context, present)
  const decide = async () => {
    const at = table.now()
    const result: RestoreRow = { ...row, heartbeat: at }
    const lock = { restore_id: row.id, idempotency_key: idempotency?.key ?? null, heartbeat: at }
    const begun = [
      makeLockWrite(companyId, lock, seen),
      makeRestoreWrite(companyId, result),
      makeRestoredWrite(companyId, row.snapshot_id, at),
    ]
    const after = { ...snapshot, last_restored_at: new Date(at).toISOString() }
    const change = { action: 'restore' as const, after, changes: fields }
    const changes = { snapshots: [...ready.snapshots, change], more: [...ready.more, ...begun] }
    return { changeset: draftChangeset(caller, at, changes), result }
  }
  return (await commitChange(context, decide, { render, provisional: !later })).result
}

/** Where the restore fails or takes too long, a worker continues it. */
async function runHere(context: Context & { workers: Workers }, row: RestoreRow, render: Render<Restore>) {
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

import { ulid } from 'ulid'
import type { ItemSegments } from '../../catalogue/items/item-segments'
import { Refused } from '../../domain/errors'
import type { FieldChanges } from '../../domain/revision'
import type { Restore } from '../../domain/snapshots/restore'
import { dayMs } from '../../domain/time'
import { draftChangeset } from '../../store/commit/changeset'
import { findAnswer } from '../../store/commit/idempotency'
import { ttlAttribute, ttlOf } from '../../store/schema'
import { type Restorer, tryLock, unlockRestores } from '../../store/snapshots/restore-lock'
import { newRestoreWrite, type RestoreRow } from '../../store/snapshots/restore-row'
import { restoredWrite, setFailed } from '../../store/snapshots/snapshot-row'
import { Overtaken, untilCommitted } from '../../store/transact'
import { requireQuota } from '../companies/quotas'
import type { Context, Workers } from '../context'
import { commitChange, type Render } from '../run-change'
import { getRestore } from './get-restore'
import { getSnapshot, type StoredSnapshot } from './get-snapshot'
import { itemsAtOnce } from './items-at-once'
import { type RestoreRequest, requestedDifference } from './restore-request'
import { runRestore, workload } from './run-restore'
import { itemsOfSnapshot } from './snapshot-items'
import { orDeleted, type PreparedSnapshot, prepareSnapshot, readyChanges, type TakenSnapshot } from './take-snapshot'

/** Steps, and slices of them, that are taken before the request is answered, and for how long (milliseconds); more run on their own. */
const stepsHere = 200
const slicesHere = 12
const hereMs = 10_000
const keptMs = 90 * dayMs

/** A restore as far as it has come, and whether that is what was recorded as the answer. */
export type Started = { restore: Restore; recorded: boolean }

/**
 * Brings a snapshot back: at once, or if it is much on its own. Before that, a snapshot of the present is taken, so that it can be
 * undone. Refused where the snapshot is not ready or damaged, the plan does not allow it, or another restore is under way. The answer that
 * `render` makes is recorded when the restore begins. If it then ends within the request, the record is replaced by the final answer.
 */
export async function startRestore(
  context: Context & { workers: Workers },
  snapshotId: string,
  request: RestoreRequest,
  render: Render<Restore>,
): Promise<Started> {
  const { table, caller, idempotency, workers } = context
  await requireUnanswered(context) // and not only at the end, since nothing may be done under a key that is used
  const stored = await getSnapshot(context, snapshotId)
  const wanted = await intactItems(context, stored)
  await requireQuota(context, 'restores')
  const restoreId = `rst_${ulid(table.now())}`
  const restorer = { company: caller.companyId, restoreId, idempotencyKey: idempotency?.key ?? null }
  const { row, later } = await underLock(context, restorer, async () => {
    await requireUnanswered(context) // the same request, sent twice, may have held the lock
    const planned = await plan(context, { ...stored, items: wanted }, request, restoreId)
    await begin(context, planned, { render, provisional: !planned.later })
    return planned
  })
  if (!later) return runHere(context, row, render)
  await workers.requestRestore(caller.companyId, row.id)
  return { restore: row, recorded: true }
}

/** Gives up where the request was answered before: whatever is thrown, `answerOnce` then gives that answer again. */
async function requireUnanswered({ table, caller, idempotency }: Context): Promise<void> {
  const answered = idempotency && (await findAnswer(table, caller.companyId, idempotency))
  if (answered) throw new Refused('resource_busy', 'The request has been answered: the record tells how.')
}

/** Takes the lock; the restore gives it back at its end, and at once if `work` fails. */
async function underLock<Result>({ table }: Context, restorer: Restorer, work: () => Promise<Result>): Promise<Result> {
  await untilCommitted(async () => {
    const holder = await tryLock(table, restorer)
    if (holder === null) return
    // The end of the same request, sent twice, is awaited.
    const same = restorer.idempotencyKey !== null && holder.idempotency_key === restorer.idempotencyKey
    if (same || holder.restore_id === undefined) throw new Overtaken() // without an id, it has just been freed
    throw new Refused('invalid_state', `The restore ${holder.restore_id} is under way: one at a time.`, 'status')
  })
  try {
    return await work()
  } catch (error) {
    await unlockRestores(table, restorer).catch(() => {}) // the first error is the one to tell; the lock is over before long
    throw error
  }
}

/** The items of a snapshot; one that turns out to be damaged has failed. */
async function intactItems({ table, caller }: Context, stored: StoredSnapshot): Promise<ItemSegments> {
  try {
    return await itemsOfSnapshot(table, stored)
  } catch (error) {
    const { snapshot, data } = stored
    const damaged = error instanceof Refused && snapshot.status === 'ready'
    if (damaged) await setFailed(table, caller.companyId, { id: snapshot.id, data: data.name, seen: 'ready' })
    throw error
  }
}

/** What is to be done, the snapshot of the present before it, and whether it is too much for the request. */
type Planned = { row: RestoreRow; present: PreparedSnapshot; later: boolean }

/** Plans a restore by the present as it is under the lock. */
async function plan(
  context: Context,
  { snapshot, data, items }: TakenSnapshot,
  { mode, item_ids }: RestoreRequest,
  id: string,
): Promise<Planned> {
  const { table, caller } = context
  await requireQuota(context, 'restores') // the last restore may have ended only now
  const now = await itemsAtOnce(table, caller.companyId)
  const difference = requestedDifference(items, now, { mode, item_ids })
  const name = `Before the restore of ${snapshot.name ?? snapshot.id}`
  const present = await prepareSnapshot(context, { name, type: 'pre_restore', items: now })
  const row: RestoreRow = {
    id,
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
    heartbeat: table.now(),
    caller,
    wanted: data,
    present: present.data,
    [ttlAttribute]: ttlOf(table.now() + keptMs),
  }
  const { steps, slices } = workload(difference)
  return { row, present, later: steps > stepsHere || slices > slicesHere }
}

/** Records the restore, which from here on is brought to its end, and makes the snapshot before it ready, in one transaction with their log rows. */
async function begin(
  context: Context,
  { row, present }: Planned,
  answering: { render: Render<Restore>; provisional: boolean },
): Promise<void> {
  const { table, caller } = context
  const { companyId } = caller
  const fields: FieldChanges = { mode: [null, row.mode], restore_id: [null, row.id] }
  const restored = { action: 'restore' as const, snapshotId: row.snapshot_id, changes: fields }
  const ready = readyChanges(context, present)
  const decide = async () => {
    const at = table.now()
    const begun = [newRestoreWrite(table, companyId, row), restoredWrite(table, companyId, row.snapshot_id, at)]
    const changes = { snapshots: [...ready.snapshots, restored], more: [...ready.more, ...begun] }
    return { changeset: draftChangeset(caller, at, changes), result: row }
  }
  await orDeleted(context, present, commitChange(context, decide, answering))
}

/** Runs the restore. Where that breaks off, or takes too long for a request, it goes on by itself. */
async function runHere(
  context: Context & { workers: Workers },
  row: RestoreRow,
  render: Render<Restore>,
): Promise<Started> {
  const { table, caller, idempotency, workers } = context
  const until = performance.now() + hereMs
  const ran = await runRestore(table, caller.companyId, row.id, { idempotency, render, until }).catch(() => null)
  if (ran && ran.restore.status !== 'running') return { restore: ran.restore, recorded: ran.endedHere }
  await workers.requestRestore(caller.companyId, row.id)
  // It has begun, so that nothing can refuse it any more: without a later answer, the one recorded at the beginning stands.
  const restore = await recordProgress(context, row.id, render).catch(() => row)
  return { restore, recorded: true }
}

async function recordProgress(context: Context, id: string, render: Render<Restore>): Promise<Restore> {
  const restore = await getRestore(context, id)
  const changeset = draftChangeset(context.caller, context.table.now(), {})
  await commitChange(context, async () => ({ changeset, result: restore }), { render })
  return restore
}

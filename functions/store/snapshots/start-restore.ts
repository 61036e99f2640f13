import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import { Refused } from '../../domain/errors'
import type { Restore } from '../../domain/restore'
import type { FieldChanges } from '../../domain/revision'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { findAnswer, type IdempotencyKey, type Keep, keepNothing } from '../commit/idempotency'
import { quotaWrite } from '../commit/quotas'
import { transact, untilCommitted, type Write } from '../commit/transact'
import { keys, ttlAttribute } from '../schema'
import { itemsAtOnce } from './cut'
import { lockRestores, type Restorer, unlockRestores } from './restore-lock'
import { getRestore, type RestoreRow } from './restore-row'
import { runRestore, workload } from './run-restore'
import { type RestoreRequest, requestedDifference } from './snapshot-difference'
import { itemsOfSnapshot } from './snapshot-items'
import { getSnapshot, type StoredSnapshot, setFailed } from './snapshot-row'
import { type TakenSnapshot, takeSnapshot } from './take-snapshot'

/** Steps, and slices of them, that are taken before the request is answered, and for how long (milliseconds); more run on their own. */
const stepsHere = 200
const slicesHere = 12
const hereMs = 10_000
const keptMs = 90 * 86_400_000

type Options = {
  idempotency?: IdempotencyKey | null
  keep?: Keep<Restore>
  /** Has the restore run on its own. */
  handOver: (restoreId: string) => Promise<void>
}

/**
 * Brings a snapshot back: at once, or if it is much on its own. Before that, a snapshot of the present is taken, so that it can be
 * undone. Refused where the snapshot is not ready or damaged, the plan does not allow it, or another restore is under way.
 */
export async function startRestore(
  table: Table,
  caller: Caller,
  snapshotId: string,
  request: RestoreRequest,
  { idempotency = null, keep = keepNothing, handOver }: Options,
): Promise<Restore> {
  const { companyId: company } = caller
  const requireNew = async () => {
    const answered = idempotency && (await findAnswer(table, company, idempotency))
    if (answered) throw new Refused('resource_busy', 'The request has been answered: the record tells how.')
  }
  await requireNew() // and not only at the end, since nothing may be done under a key that is used
  const stored = await getSnapshot(table, company, snapshotId)
  const wanted = await intactItems(table, company, stored)
  await quotaWrite(table, caller, 'restores') // is one left?
  const restorer = { company, restoreId: `rst_${ulid(table.now())}`, idempotencyKey: idempotency?.key ?? null }
  const { row, later } = await underLock(table, restorer, async () => {
    await requireNew() // the same request, sent twice, may have held the lock
    const prepared = await planned(table, caller, { ...stored, items: wanted }, request, restorer.restoreId)
    await begin(table, caller, prepared.row, (result) => keep(result, { provisional: !prepared.later }))
    return prepared
  })
  if (!later) return runHere(table, row, keep, handOver)
  await handOver(row.id)
  return row
}

/** Takes the lock; the restore gives it back at its end, and at once if `work` fails. */
async function underLock<Result>(table: Table, restorer: Restorer, work: () => Promise<Result>): Promise<Result> {
  await lockRestores(table, restorer)
  try {
    return await work()
  } catch (error) {
    await unlockRestores(table, restorer)
    throw error
  }
}

/** The items of a snapshot; one that turns out to be damaged has failed. */
async function intactItems(table: Table, company: string, stored: StoredSnapshot): Promise<ItemSegments> {
  try {
    return await itemsOfSnapshot(table, stored)
  } catch (error) {
    const { snapshot, data } = stored
    const damaged = error instanceof Refused && snapshot.status === 'ready'
    if (damaged) await setFailed(table, company, { id: snapshot.id, data: data.name, seen: 'ready' })
    throw error
  }
}

/** What is to be done, by the present as it is under the lock, and the snapshot of that. */
async function planned(
  table: Table,
  caller: Caller,
  { snapshot, data, items }: TakenSnapshot,
  { mode, item_ids }: RestoreRequest,
  id: string,
): Promise<{ row: RestoreRow; later: boolean }> {
  await quotaWrite(table, caller, 'restores') // the last restore may have ended only now
  const now = await itemsAtOnce(table, caller.companyId)
  const difference = requestedDifference(items, now, { mode, item_ids })
  const name = `Before the restore of ${snapshot.name ?? snapshot.id}`
  const present = await takeSnapshot(table, caller, { name, type: 'pre_restore', items: now })
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
    [ttlAttribute]: Math.ceil((table.now() + keptMs) / 1_000),
  }
  const { steps, slices } = workload(difference)
  return { row, later: steps > stepsHere || slices > slicesHere }
}

/** Records the restore, which from here on is brought to its end, in one transaction with its log row. */
function begin(table: Table, caller: Caller, row: RestoreRow, keep: Keep<Restore>): Promise<Restore> {
  const { companyId } = caller
  const Item = { ...keys.restore(companyId, row.id), ...row }
  const added: Write = {
    action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
  }
  const changes: FieldChanges = { mode: [null, row.mode], restore_id: [null, row.id] }
  const snapshot = { action: 'restore' as const, snapshotId: row.snapshot_id, changes }
  return untilCommitted(async () => {
    const at = table.now()
    const more = [added, restoredWrite(table, companyId, row.snapshot_id, at)]
    return commit(table, caller, at, { snapshot, more }, () => row, keep)
  })
}

function restoredWrite(table: Table, company: string, id: string, at: number): Write {
  const action = {
    Update: {
      TableName: table.name,
      Key: keys.snapshot(company, id),
      UpdateExpression: 'SET last_restored_at = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': new Date(at).toISOString() },
    },
  }
  return { action, refusal: new Refused('snapshot_not_found', 'There is no such snapshot.') }
}

/** Runs the restore. Where that breaks off, or takes too long for a request, it goes on by itself. */
async function runHere(
  table: Table,
  { id, caller }: RestoreRow,
  keep: Keep<Restore>,
  handOver: Options['handOver'],
): Promise<Restore> {
  const { companyId } = caller
  const until = performance.now() + hereMs
  const row = await runRestore(table, companyId, id, { keep, until }).catch(() => null)
  if (row !== null && row.status !== 'running') return row
  await handOver(id)
  const restore = await getRestore(table, companyId, id)
  const kept = keep(restore)
  if (kept.length > 0) await transact(table, kept)
  return restore
}

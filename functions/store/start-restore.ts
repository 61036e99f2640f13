import { ulid } from 'ulid'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import type { ItemSegments } from '../domain/item-segments'
import type { Restore } from '../domain/restore'
import type { FieldChanges } from '../domain/revision'
import { type RestoreMode, SnapshotDifference, type Summary } from '../domain/snapshot-difference'
import type { Table } from './client'
import { commit } from './commit'
import { itemsAtOnce } from './cut'
import { findAnswer, type IdempotencyKey, type Keep, keepNothing } from './idempotency'
import { quotaWrite } from './quotas'
import { answered, lockRestores, unlockRestores } from './restore-lock'
import { getRestore, type RestoreRow } from './restore-row'
import { runRestore, stepCount } from './run-restore'
import { keys, ttlAttribute } from './schema'
import { itemsOfSnapshot } from './snapshot-items'
import { getSnapshot, type StoredSnapshot, setFailed } from './snapshot-row'
import { type TakenSnapshot, takeSnapshot } from './take-snapshot'
import { untilCommitted, type Write } from './transact'

/** Steps that are taken before the request is answered; more run on their own. */
const stepsAtOnce = 200
const keptMs = 90 * 86_400_000

export type RestoreRequest = { mode: RestoreMode; item_ids: string[] | null }

type Options = {
  idempotency?: IdempotencyKey | null
  keep?: Keep<Restore>
  /** Has the restore run on its own. */
  handOver: (restoreId: string) => Promise<void>
}

/** What a restore would do, without doing it. */
export async function rehearseRestore(
  table: Table,
  { companyId }: Caller,
  snapshotId: string,
  request: RestoreRequest,
): Promise<Summary> {
  const wanted = await itemsOfSnapshot(table, await getSnapshot(table, companyId, snapshotId))
  return differenceOf(wanted, await itemsAtOnce(table, companyId), request).summary
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
  // Read at once, and not only at the end, since nothing may be done under a key that is used.
  if (idempotency && (await findAnswer(table, company, idempotency))) throw answered()
  const stored = await getSnapshot(table, company, snapshotId)
  const wanted = await intactItems(table, company, stored)
  await quotaWrite(table, caller, 'restores') // is one left?
  const restorer = { company, restoreId: `rst_${ulid(table.now())}`, idempotencyKey: idempotency?.key ?? null }
  await lockRestores(table, restorer)
  try {
    const { row, steps } = await prepared(table, caller, { ...stored, items: wanted }, request, restorer.restoreId)
    if (steps <= stepsAtOnce) {
      await begin(table, caller, row, (result) => keep(result, { provisional: true }))
      return await runHere(table, row, keep, handOver)
    }
    await begin(table, caller, row, keep)
    await handOver(row.id)
    return row
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
async function prepared(
  table: Table,
  caller: Caller,
  { snapshot, data, items }: TakenSnapshot,
  { mode, item_ids }: RestoreRequest,
  id: string,
): Promise<{ row: RestoreRow; steps: number }> {
  await quotaWrite(table, caller, 'restores') // the last restore may have ended only now
  const now = await itemsAtOnce(table, caller.companyId)
  const difference = differenceOf(items, now, { mode, item_ids })
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
  return { row, steps: stepCount(difference) }
}

/** The difference, of the items that are chosen. Refused where one of those is nowhere. */
function differenceOf(wanted: ItemSegments, present: ItemSegments, { mode, item_ids }: RestoreRequest) {
  const unknown = (item_ids ?? []).findIndex((id) => wanted.find(id) === null && present.find(id) === null)
  if (unknown >= 0) {
    const field = `item_ids[${unknown}]`
    throw new Refused('invalid_request', `The '${field}' field is neither in the snapshot nor in the inventory.`, field)
  }
  return new SnapshotDifference(wanted, present, { mode, itemIds: item_ids })
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

/** Runs the restore; where that breaks off, it goes on by itself. */
async function runHere(
  table: Table,
  { id, caller }: RestoreRow,
  keep: Keep<Restore>,
  handOver: Options['handOver'],
): Promise<Restore> {
  try {
    return await runRestore(table, caller.companyId, id, keep)
  } catch {
    await handOver(id)
    return getRestore(table, caller.companyId, id)
  }
}

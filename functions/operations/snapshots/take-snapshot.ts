import { ulid } from 'ulid'
import { writeItemChunks } from '../../catalogue/items/item-chunks'
import type { ItemSegments } from '../../catalogue/items/item-segments'
import { plans } from '../../domain/companies/plan'
import { Refused } from '../../domain/errors'
import { fieldsOf, type Snapshot, type SnapshotType } from '../../domain/snapshots/snapshot'
import { dayMs } from '../../domain/time'
import { draftChangeset } from '../../store/commit/changeset'
import { ttlAttribute, ttlOf } from '../../store/schema'
import { deleteDraft, putDraft, readyWrite, type SnapshotRow, setFailed } from '../../store/snapshots/snapshot-row'
import { quotaWrite, requireQuota } from '../companies/quotas'
import type { Context } from '../context'
import { commitChange, type Render } from '../run-change'
import { type StoredSnapshot, storedSnapshot } from './get-snapshot'
import { itemsAtOnce } from './items-at-once'

/** `id` is made, and `items` are read, unless they are given. */
export type NewSnapshot = { id?: string; name: string | null; type: SnapshotType; items?: ItemSegments }
/** A snapshot with the items that it holds. */
export type TakenSnapshot = StoredSnapshot & { items: ItemSegments }

/** A snapshot of which all is written but that it is ready: `ready` is its row as it then is. */
export type PreparedSnapshot = TakenSnapshot & { ready: SnapshotRow }

/**
 * Takes a snapshot. It is `creating` until all of it is written; only then does it count against the plan, if it is `manual`. Whatever
 * breaks off leaves nothing that looks ready. `render` makes the answer that is recorded for a retry.
 */
export async function takeSnapshot(
  context: Context,
  requested: NewSnapshot,
  render?: Render<Snapshot>,
): Promise<TakenSnapshot> {
  if (requested.type === 'manual') await requireQuota(context, 'snapshots')
  const prepared = await prepareSnapshot(context, requested)
  await finish(context, prepared, render)
  return prepared
}

/** Writes all of a snapshot, which `readyChanges` then makes ready in the transaction of whoever has it taken. */
export async function prepareSnapshot(
  context: Context,
  { id = `snp_${ulid(context.table.now())}`, name, type, items: given }: NewSnapshot,
): Promise<PreparedSnapshot> {
  const { table, caller } = context
  const draft = await begin(context, { id, name, type })
  const items = given ?? (await orFailed(context, draft, itemsAtOnce(table, caller.companyId)))
  const expiresAt = draft[ttlAttribute] * 1_000
  const written = await orFailed(context, draft, writeItemChunks(table, draft.data, items, expiresAt))
  const { chunks, size_bytes, checksum } = written
  const counts = { item_count: items.count, total_quantity: items.totalQuantity }
  const ready = { ...draft, status: 'ready' as const, ...counts, chunks, size_bytes, checksum }
  return { ...storedSnapshot(ready, table.now()), items, ready }
}

/** What makes a prepared snapshot ready, with the change that the log tells. */
export function readyChanges({ table, caller }: Context, { snapshot, ready }: PreparedSnapshot) {
  const change = { action: 'create' as const, snapshotId: ready.id, changes: fieldsOf(snapshot, 'to') }
  return { snapshots: [change], more: [readyWrite(table, caller.companyId, ready)] }
}

/** Runs what makes a prepared snapshot ready. One that is refused goes: it would be seen as failed before long. */
export async function orDeleted<Result>(
  { table, caller }: Context,
  { ready }: PreparedSnapshot,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    if (error instanceof Refused) await deleteDraft(table, caller.companyId, ready).catch(() => {})
    throw error
  })
}

/** The row under which a snapshot is taken. One that is ready is not taken again. */
async function begin(
  { table, caller }: Context,
  { id, name, type }: Pick<SnapshotRow, 'id' | 'name' | 'type'>,
): Promise<SnapshotRow> {
  const now = table.now()
  const draft: SnapshotRow = {
    id,
    name,
    type,
    status: 'creating',
    data: ulid(now),
    item_count: null,
    total_quantity: null,
    size_bytes: null,
    checksum: null,
    created_by: caller.userId,
    created_at: new Date(now).toISOString(),
    last_restored_at: null,
    [ttlAttribute]: ttlOf(now + plans[caller.plan].snapshotDays * dayMs),
  }
  await putDraft(table, caller.companyId, draft)
  return draft
}

/** What has to succeed for the snapshot to become ready. */
async function orFailed<Result>(
  { table, caller }: Context,
  { id, data }: SnapshotRow,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    // The first error is the one to tell.
    await setFailed(table, caller.companyId, { id, data, seen: 'creating' }).catch(() => {})
    throw error
  })
}

/** Makes the snapshot ready, in one transaction with its log row, if the plan allows it. */
async function finish(
  context: Context,
  prepared: PreparedSnapshot,
  render: Render<Snapshot> | undefined,
): Promise<void> {
  const { table, caller } = context
  const { snapshots, more } = readyChanges(context, prepared)
  const decide = async () => {
    const quota = prepared.ready.type === 'manual' ? [await quotaWrite(context, 'snapshots')] : []
    const changes = { snapshots, more: [...more, ...quota] }
    return { changeset: draftChangeset(caller, table.now(), changes), result: prepared.snapshot }
  }
  await orDeleted(context, prepared, commitChange(context, decide, { render }))
}

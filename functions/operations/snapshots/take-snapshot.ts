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

/**
 * Takes a snapshot. It is `creating` until all of it is written; only then does it count against the plan, if it is `manual`. Whatever
 * breaks off leaves nothing that looks ready. `render` makes the answer that is recorded for a retry.
 */
export async function takeSnapshot(
  context: Context,
  { id = `snp_${ulid(context.table.now())}`, name, type, items: given }: NewSnapshot,
  render?: Render<Snapshot>,
): Promise<TakenSnapshot> {
  const { table, caller } = context
  if (type === 'manual') await requireQuota(context, 'snapshots')
  const draft = await begin(context, { id, name, type })
  const items = given ?? (await orFailed(context, draft, itemsAtOnce(table, caller.companyId)))
  const expiresAt = draft[ttlAttribute] * 1_000
  const written = await orFailed(context, draft, writeItemChunks(table, draft.data, items, expiresAt))
  const { chunks, size_bytes, checksum } = written
  const counts = { item_count: items.count, total_quantity: items.totalQuantity }
  const row = { ...draft, status: 'ready' as const, ...counts, chunks, size_bytes, checksum }
  await finish(context, row, render)
  return { ...storedSnapshot(row, table.now()), items }
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

/** Makes the snapshot ready, in one transaction with its log row. One that the plan does not allow, or that others took, goes. */
async function finish(context: Context, row: SnapshotRow, render: Render<Snapshot> | undefined): Promise<void> {
  const { table, caller } = context
  const { snapshot } = storedSnapshot(row, table.now())
  const change = { action: 'create' as const, snapshotId: row.id, changes: fieldsOf(snapshot, 'to') }
  const decide = async () => {
    const quota = row.type === 'manual' ? [await quotaWrite(context, 'snapshots')] : []
    const changes = { snapshot: change, more: [readyWrite(table, caller.companyId, row), ...quota] }
    return { changeset: draftChangeset(caller, table.now(), changes), result: snapshot }
  }
  try {
    await commitChange(context, decide, { render })
  } catch (error) {
    // It would be seen as failed before long.
    if (error instanceof Refused) await deleteDraft(table, caller.companyId, row).catch(() => {})
    throw error
  }
}

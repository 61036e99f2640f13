import { type ItemSegments, sumQuantities } from '../../catalogue/items/item-layout'
import { writeSegments } from '../../catalogue/replica/base'
import { plans } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { describeChanges, type Snapshot, type SnapshotType } from '../../domain/snapshots/snapshot'
import { dayMs } from '../../domain/time'
import { observe } from '../../metrics'
import { draftChangeset } from '../../store/commit/changeset'
import { deleteDraft, makeReadyWrite, putDraft, type SnapshotRow, setFailed } from '../../store/snapshots/snapshot-row'
import { toTtl, ttlAttribute } from '../../store/table/schema'
import { makeUlid } from '../../store/time/ulids'
import { makeQuotaWrite, requireQuota } from '../companies/quotas'
import type { Context } from '../context'
import { commitChange, type Render } from '../run-change'
import { readItemsAtOnce } from './items-at-once'
import { type StoredSnapshot, toStoredSnapshot } from './read-snapshots'

/** By default, `id` is generated and `items` are read. */
export type NewSnapshot = { id?: string; name: string | null; type: SnapshotType; items?: ItemSegments }
export type TakenSnapshot = StoredSnapshot & { items: ItemSegments }

/** A snapshot whose chunks are written. Writing `ready`, its final row, makes it ready. */
export type PreparedSnapshot = TakenSnapshot & { ready: SnapshotRow }

/**
 * The snapshot is `creating` until all of it is written, so an interrupted attempt leaves none that looks ready. Only
 * then does a `manual` one count against the quota. `render` makes the answer that is recorded for a retry.
 */
export async function takeSnapshot(
  context: Context,
  requested: NewSnapshot,
  render?: Render<Snapshot>,
): Promise<TakenSnapshot> {
  if (requested.type === 'manual') await requireQuota(context, 'snapshots')
  const prepared = await prepareSnapshot(context, requested)
  await finishSnapshot(context, prepared, render)
  return prepared
}

/**
 * Writes the chunks. The operation that needs the snapshot makes it ready, with `makeReadyChanges` in its own database
 * transaction.
 */
export async function prepareSnapshot(
  context: Context,
  { id = `snp_${makeUlid(context.table.now())}`, name, type, items: given }: NewSnapshot,
): Promise<PreparedSnapshot> {
  const { table, caller } = context
  const draft = await beginSnapshot(context, { id, name, type })
  const items = given ?? (await failWhereBroken(context, draft, readItemsAtOnce(table, caller.companyId)))
  const newSet = { companyId: caller.companyId, name: draft.data, expiresAt: draft[ttlAttribute] * 1_000 }
  const chunkSet = await failWhereBroken(context, draft, writeSegments(table, newSet, items))
  const { chunks, size_bytes, checksum } = chunkSet
  const counts = { item_count: items.count, total_quantity: sumQuantities(items) }
  const ready = { ...draft, status: 'ready' as const, ...counts, chunks, size_bytes, checksum }
  return { ...toStoredSnapshot(ready, table.now()), items, ready }
}

export function makeReadyChanges({ table, caller }: Context, { snapshot, ready }: PreparedSnapshot) {
  const change = { action: 'create' as const, after: snapshot, changes: describeChanges(snapshot, 'to') }
  return { snapshots: [change], more: [makeReadyWrite(table, caller.companyId, ready)] }
}

/** Deletes the draft where the work is refused, since it would soon appear as failed. */
export async function deleteWhereRefused<Result>(
  { table, caller }: Context,
  { ready }: PreparedSnapshot,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    if (error instanceof Refusal) await deleteDraft(table, caller.companyId, ready).catch(() => {})
    throw error
  })
}

/** Refused where a snapshot with this id is ready. */
async function beginSnapshot(
  { table, caller }: Context,
  { id, name, type }: Pick<SnapshotRow, 'id' | 'name' | 'type'>,
): Promise<SnapshotRow> {
  const now = table.now()
  const draft: SnapshotRow = {
    id,
    name,
    type,
    status: 'creating',
    data: makeUlid(now),
    item_count: null,
    total_quantity: null,
    size_bytes: null,
    checksum: null,
    created_by: caller.userId,
    created_at: new Date(now).toISOString(),
    last_restored_at: null,
    [ttlAttribute]: toTtl(now + plans[caller.plan].snapshotDays * dayMs),
  }
  await putDraft(table, caller.companyId, draft)
  return draft
}

/** Marks the snapshot as failed where the work fails. */
async function failWhereBroken<Result>(
  { table, caller }: Context,
  { id, data }: SnapshotRow,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    observe('FailedRestoresAndSnapshots')
    // Throw the first error.
    await setFailed(table, caller.companyId, { id, data, seen: 'creating' }).catch(() => {})
    throw error
  })
}

/** In one database transaction with the log row. Refused where the plan's quota is used up. */
async function finishSnapshot(
  context: Context,
  prepared: PreparedSnapshot,
  render: Render<Snapshot> | undefined,
): Promise<void> {
  const { table, caller } = context
  const { snapshots, more } = makeReadyChanges(context, prepared)
  const decide = async () => {
    const quota = prepared.ready.type === 'manual' ? [await makeQuotaWrite(context, 'snapshots')] : []
    const changes = { snapshots, more: [...more, ...quota] }
    return { changeset: draftChangeset(caller, table.now(), changes), result: prepared.snapshot }
  }
  await deleteWhereRefused(context, prepared, commitChange(context, decide, { render }))
}

import { type ItemSegments, sumQuantities } from '../../catalogue/items/item-layout'
import { writeSegments } from '../../catalogue/replica/base'
import { plans } from '../../domain/companies/plan'
import { describeChanges, type Snapshot, type SnapshotType } from '../../domain/snapshots/snapshot'
import { dayMs } from '../../domain/time'
import { observe } from '../../metrics'
import { draftChangeset } from '../../store/commit/changeset'
import { makeReadyWrite, type SnapshotRow } from '../../store/snapshots/snapshot-row'
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

/** A snapshot whose chunks are written. Writing `ready`, its row, makes it. */
export type PreparedSnapshot = TakenSnapshot & { ready: SnapshotRow }

/**
 * The snapshot is there once all of it is written: an interrupted attempt leaves chunks alone, which expire. Only then
 * does a `manual` one count against the quota. `render` makes the answer that is recorded for a retry.
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
export async function prepareSnapshot(context: Context, requested: NewSnapshot): Promise<PreparedSnapshot> {
  try {
    return await writeChunks(context, requested)
  } catch (error) {
    observe('FailedRestoresAndSnapshots')
    throw error
  }
}

async function writeChunks(
  { table, caller }: Context,
  { id = `snp_${makeUlid(table.now())}`, name, type, items: given }: NewSnapshot,
): Promise<PreparedSnapshot> {
  const { companyId, userId: created_by, plan } = caller
  const now = table.now()
  const expires = toTtl(now + plans[plan].snapshotDays * dayMs)
  const items = given ?? (await readItemsAtOnce(table, companyId))
  const newSet = { companyId, name: makeUlid(now), expiresAt: expires * 1_000 }
  const { chunks, size_bytes, checksum } = await writeSegments(table, newSet, items)
  const ready: SnapshotRow = {
    ...{ id, name, type, status: 'ready' },
    ...{ data: newSet.name, chunks, size_bytes, checksum },
    ...{ item_count: items.count, total_quantity: sumQuantities(items) },
    ...{ created_by, created_at: new Date(now).toISOString(), last_restored_at: null, [ttlAttribute]: expires },
  }
  return { ...toStoredSnapshot(ready, table.now()), items, ready }
}

export function makeReadyChanges({ caller }: Context, { snapshot, ready }: PreparedSnapshot) {
  const change = { action: 'create' as const, after: snapshot, changes: describeChanges(snapshot, 'to') }
  return { snapshots: [change], more: [makeReadyWrite(caller.companyId, ready)] }
}

/** In one database transaction with the log row. Refused where the plan's quota is used up. */
async function finishSnapshot(context: Context, prepared: PreparedSnapshot, render: Render<Snapshot> | undefined) {
  const { table, caller } = context
  const { snapshots, more } = makeReadyChanges(context, prepared)
  const decide = async () => {
    const quota = prepared.ready.type === 'manual' ? [await makeQuotaWrite(context, 'snapshots')] : []
    const changes = { snapshots, more: [...more, ...quota] }
    return { changeset: draftChangeset(caller, table.now(), changes), result: prepared.snapshot }
  }
  await commitChange(context, decide, { render })
}

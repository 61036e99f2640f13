import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import { Refused } from '../../domain/errors'
import { plans } from '../../domain/plan'
import { fieldsOf, type Snapshot, type SnapshotType } from '../../domain/snapshot'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { quotaWrite } from '../commit/quotas'
import { untilCommitted, type Write } from '../commit/transact'
import { writeChunks } from '../items/chunks'
import { keys, ttlAttribute } from '../schema'
import { itemsAtOnce } from './cut'
import { type SnapshotRow, type StoredSnapshot, setFailed, storedSnapshot } from './snapshot-row'

const dayMs = 86_400_000

/** `id` is made, and `items` are read, unless they are given. */
export type NewSnapshot = { id?: string; name: string | null; type: SnapshotType; items?: ItemSegments }
/** A snapshot with the items that it holds. */
export type TakenSnapshot = StoredSnapshot & { items: ItemSegments }

/**
 * Takes a snapshot. It is `creating` until all of it is written; only then does it count against the plan, if it is `manual`. Whatever
 * breaks off leaves nothing that looks ready.
 */
export async function takeSnapshot(
  table: Table,
  caller: Caller,
  { id = `snp_${ulid(table.now())}`, name, type, items: given }: NewSnapshot,
  keep: Keep<Snapshot> = keepNothing,
): Promise<TakenSnapshot> {
  if (type === 'manual') await quotaWrite(table, caller, 'snapshots') // is one left?
  const draft = await begin(table, caller, { id, name, type })
  const items = given ?? (await orFailed(table, caller, draft, itemsAtOnce(table, caller.companyId)))
  const expiresAt = draft[ttlAttribute] * 1_000
  const written = await orFailed(table, caller, draft, writeChunks(table, draft.data, items, expiresAt))
  const { chunks, size_bytes, checksum } = written
  const counts = { item_count: items.count, total_quantity: items.totalQuantity }
  const row = { ...draft, status: 'ready' as const, ...counts, chunks, size_bytes, checksum }
  const snapshot = await finish(table, caller, row, keep)
  return { snapshot, data: { name: row.data, chunks, checksum }, items }
}

/** The row under which a snapshot is taken. One that is ready is not taken again. */
async function begin(
  table: Table,
  caller: Caller,
  { id, name, type }: NewSnapshot & { id: string },
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
    [ttlAttribute]: Math.ceil((now + plans[caller.plan].snapshotDays * dayMs) / 1_000),
  }
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...keys.snapshot(caller.companyId, id), ...draft },
    ConditionExpression: 'attribute_not_exists(pk) OR #status <> :ready',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':ready': 'ready' },
  })
  await table.db.send(command).catch((error: unknown) => {
    throw error instanceof ConditionalCheckFailedException ? taken() : error
  })
  return draft
}

/** What has to succeed for the snapshot to become ready. */
async function orFailed<Result>(
  table: Table,
  { companyId }: Caller,
  { id, data }: SnapshotRow,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch(async (error: unknown) => {
    await setFailed(table, companyId, { id, data, seen: 'creating' }).catch(() => {}) // the first error is the one to tell
    throw error
  })
}

/** Makes the snapshot ready, in one transaction with its log row. One that the plan does not allow, or that others took, goes. */
async function finish(table: Table, caller: Caller, row: SnapshotRow, keep: Keep<Snapshot>): Promise<Snapshot> {
  const { companyId } = caller
  const Key = keys.snapshot(companyId, row.id)
  const mine = { ':creating': 'creating', ':data': row.data }
  const condition = {
    ConditionExpression: '#status = :creating AND #data = :data',
    ExpressionAttributeNames: { '#status': 'status', '#data': 'data' },
    ExpressionAttributeValues: mine,
  }
  const ready: Write = {
    action: { Put: { TableName: table.name, Item: { ...Key, ...row }, ...condition } },
    refusal: taken(),
  }
  const { snapshot } = storedSnapshot(row, table.now())
  const told = { action: 'create' as const, snapshotId: row.id, changes: fieldsOf(snapshot, 'to') }
  try {
    return await untilCommitted(async () => {
      const quota = row.type === 'manual' ? [await quotaWrite(table, caller, 'snapshots')] : []
      const changes = { snapshot: told, more: [ready, ...quota] }
      return commit(table, caller, table.now(), changes, () => snapshot, keep)
    })
  } catch (error) {
    if (error instanceof Refused) {
      const command = new DeleteCommand({ TableName: table.name, Key, ...condition })
      await table.db.send(command).catch(() => {}) // it would be seen as failed before long
    }
    throw error
  }
}

function taken(): Refused {
  return new Refused('resource_busy', 'The same snapshot is being taken by another request.')
}

import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { type Snapshot, snapshotStatuses, snapshotTypes } from '../../domain/snapshots/snapshot'
import { type CheckedRow, checkRow, readCheckedRows } from '../table/checked-row'
import { isExpired, keys, type Row, ttlAttribute } from '../table/schema'
import { collectPages, findRow, queryPartition, type Table, tryUpdate } from '../table/table'
import type { Write } from '../table/transact'

/** `data` names the chunks, and tells attempts at one snapshot apart: only one of them makes it ready. */
const SnapshotRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(snapshotTypes),
  status: z.enum(snapshotStatuses),
  data: z.string(),
  chunks: z.int().optional(),
  item_count: z.int().nullable(),
  total_quantity: z.int().nullable(),
  size_bytes: z.int().nullable(),
  checksum: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  last_restored_at: z.string().nullable(),
  [ttlAttribute]: z.int(),
})
export type SnapshotRow = z.infer<typeof SnapshotRow>

export function toSnapshot(row: SnapshotRow): Snapshot {
  const { data: _, chunks: __, [ttlAttribute]: expires, ...snapshot } = row
  return { ...snapshot, expires_at: new Date(expires * 1_000).toISOString() }
}

/** Null if there is none, or if it has expired. */
export async function findSnapshotRow(table: Table, companyId: string, id: string): Promise<SnapshotRow | null> {
  const stored = await findRow(table, keys.snapshot(companyId, id))
  const row = stored && SnapshotRow.parse(stored)
  return row && !isExpired(row, table.now()) ? row : null
}

/** Without expired ones. */
export async function readSnapshotRows(table: Table, companyId: string): Promise<SnapshotRow[]> {
  const rows = await collectPages(queryPartition(table, keys.snapshot(companyId, '').pk))
  return rows.map((row) => SnapshotRow.parse(row)).filter((row) => !isExpired(row, table.now()))
}

/** Also snapshots that have expired, and those that cannot be read. */
export function readCheckedSnapshots(table: Table, companyId: string): AsyncGenerator<CheckedRow<SnapshotRow>[]> {
  const { pk } = keys.snapshot(companyId, '')
  return readCheckedRows(table, [pk], (row) => checkSnapshotRow(companyId, row))
}

export function checkSnapshotRow(companyId: string, row: Row): CheckedRow<SnapshotRow> {
  return checkRow(row, SnapshotRow, ({ id }) => keys.snapshot(companyId, id))
}

/** Commit it once the chunks are written. Refused with `resource_busy` if another attempt has taken the snapshot. */
export function makeReadyWrite(companyId: string, row: SnapshotRow): Write {
  const action = {
    Put: {
      Item: { ...keys.snapshot(companyId, row.id), ...row },
      ConditionExpression: 'attribute_not_exists(pk) OR #status <> :ready',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':ready': 'ready' },
    },
  }
  return { action, refusal: new Refusal('resource_busy', 'Another request has taken the same snapshot.') }
}

/** Only while it is ready, and its chunks are `data`. */
export async function setFailed(
  table: Table,
  companyId: string,
  { id, data }: { id: string; data: string },
): Promise<void> {
  await tryUpdate(table, {
    Key: keys.snapshot(companyId, id),
    UpdateExpression: 'SET #status = :failed',
    ConditionExpression: '#status = :ready AND #data = :data',
    ExpressionAttributeNames: { '#status': 'status', '#data': 'data' },
    ExpressionAttributeValues: { ':failed': 'failed', ':ready': 'ready', ':data': data },
  })
}

export function makeDeleteWrite(companyId: string, id: string): Write {
  const Key = keys.snapshot(companyId, id)
  return { action: { Delete: { Key, ConditionExpression: 'attribute_exists(pk)' } } }
}

/** Refused with `snapshot_not_found`. */
export function makeRestoredWrite(companyId: string, id: string, at: number): Write {
  const action = {
    Update: {
      Key: keys.snapshot(companyId, id),
      UpdateExpression: 'SET last_restored_at = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': new Date(at).toISOString() },
    },
  }
  return { action, refusal: new Refusal('snapshot_not_found', 'There is no such snapshot.') }
}

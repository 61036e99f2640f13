import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Refused } from '../../domain/errors'
import { type Snapshot, snapshotStatuses, snapshotTypes } from '../../domain/snapshots/snapshot'
import { conditionHolds, getRow, queryPartitions, type Table } from '../client'
import { isOver, keys, ttlAttribute } from '../schema'
import type { Write } from '../transact'

/** The row of a snapshot. `data` names its chunks: of several attempts at the same snapshot only one makes it ready. */
const SnapshotRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(snapshotTypes),
  status: z.enum(snapshotStatuses),
  data: z.string(),
  chunks: z.int().optional(),
  item_count: z.int().nullable().default(null),
  total_quantity: z.int().nullable().default(null),
  size_bytes: z.int().nullable().default(null),
  checksum: z.string().nullable().default(null),
  created_by: z.string(),
  created_at: z.string(),
  last_restored_at: z.string().nullable().default(null),
  [ttlAttribute]: z.int(),
})
export type SnapshotRow = z.infer<typeof SnapshotRow>

/** The snapshot that a row keeps. */
export function snapshotOf(row: SnapshotRow): Snapshot {
  const { data: _, chunks: __, [ttlAttribute]: expires, ...snapshot } = row
  return { ...snapshot, expires_at: new Date(expires * 1_000).toISOString() }
}

/** The row of a snapshot; null where there is none, or its time is over. */
export async function findSnapshotRow(table: Table, company: string, id: string): Promise<SnapshotRow | null> {
  const found = await getRow(table, keys.snapshot(company, id))
  const row = found && SnapshotRow.parse(found)
  return row && !isOver(row, table.now()) ? row : null
}

/** The rows of all snapshots of a company. */
export async function snapshotRowsOf(table: Table, company: string): Promise<SnapshotRow[]> {
  const rows = await queryPartitions(table, [keys.snapshot(company, '').pk])
  return rows.map((row) => SnapshotRow.parse(row)).filter((row) => !isOver(row, table.now()))
}

/** Adds the row under which a snapshot is taken. Refused where it is ready already. */
export async function putDraft(table: Table, company: string, draft: SnapshotRow): Promise<void> {
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...keys.snapshot(company, draft.id), ...draft },
    ConditionExpression: 'attribute_not_exists(pk) OR #status <> :ready',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':ready': 'ready' },
  })
  if (!(await conditionHolds(table.db.send(command)))) throw takenByAnother()
}

/** Replaces the draft by the whole row, to go into the transaction that makes the snapshot ready. */
export function readyWrite(table: Table, company: string, row: SnapshotRow): Write {
  const Item = { ...keys.snapshot(company, row.id), ...row }
  return { action: { Put: { TableName: table.name, Item, ...ownDraft(row) } }, refusal: takenByAnother() }
}

/** Deletes the draft, if it still is this attempt's. */
export async function deleteDraft(table: Table, company: string, row: SnapshotRow): Promise<void> {
  const Key = keys.snapshot(company, row.id)
  await conditionHolds(table.db.send(new DeleteCommand({ TableName: table.name, Key, ...ownDraft(row) })))
}

/** Marks a snapshot as failed, if it still is what was `seen`. */
export async function setFailed(
  table: Table,
  company: string,
  { id, data, seen }: { id: string; data: string; seen: Snapshot['status'] },
): Promise<void> {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: keys.snapshot(company, id),
    UpdateExpression: 'SET #status = :failed',
    ConditionExpression: '#status = :seen AND #data = :data',
    ExpressionAttributeNames: { '#status': 'status', '#data': 'data' },
    ExpressionAttributeValues: { ':failed': 'failed', ':seen': seen, ':data': data },
  })
  await conditionHolds(table.db.send(command))
}

/** Deletes the row, to go into the transaction with the log row. */
export function deleteWrite(table: Table, company: string, id: string): Write {
  const Key = keys.snapshot(company, id)
  return { action: { Delete: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' } } }
}

/** Tells that the snapshot was restored `at` (epoch milliseconds). */
export function restoredWrite(table: Table, company: string, id: string, at: number): Write {
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

function ownDraft({ data }: SnapshotRow) {
  return {
    ConditionExpression: '#status = :creating AND #data = :data',
    ExpressionAttributeNames: { '#status': 'status', '#data': 'data' },
    ExpressionAttributeValues: { ':creating': 'creating', ':data': data },
  }
}

function takenByAnother(): Refused {
  return new Refused('resource_busy', 'The same snapshot is being taken by another request.')
}

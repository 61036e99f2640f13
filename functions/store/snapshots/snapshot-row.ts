import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Refused } from '../../domain/errors'
import { type Snapshot, seenAt, snapshotStatuses, snapshotTypes } from '../../domain/snapshot'
import { queryPartitions, type Table } from '../client'
import type { ChunkSet } from '../items/chunks'
import { keys, ttlAttribute } from '../schema'

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

/** A snapshot, and where its items are. */
export type StoredSnapshot = { snapshot: Snapshot; data: Pick<ChunkSet, 'name' | 'chunks' | 'checksum'> }

export function storedSnapshot(row: SnapshotRow, now: number): StoredSnapshot {
  const { data, chunks = 0, [ttlAttribute]: expires, ...snapshot } = row
  const seen = seenAt({ ...snapshot, expires_at: new Date(expires * 1_000).toISOString() }, now)
  return { snapshot: seen, data: { name: data, chunks, checksum: row.checksum ?? '' } }
}

/** The snapshot, or null where there is none, or its time is over. */
export async function findSnapshot(table: Table, company: string, id: string): Promise<StoredSnapshot | null> {
  const Key = keys.snapshot(company, id)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  const row = Item && SnapshotRow.parse(Item)
  return row && !isOver(row, table.now()) ? storedSnapshot(row, table.now()) : null
}

/** The snapshot. Refused with `snapshot_not_found` where there is none. */
export async function getSnapshot(table: Table, company: string, id: string): Promise<StoredSnapshot> {
  const found = await findSnapshot(table, company, id)
  if (found === null) throw new Refused('snapshot_not_found', 'There is no such snapshot.')
  return found
}

/** All snapshots of a company. */
export async function snapshotsOf(table: Table, company: string): Promise<Snapshot[]> {
  const rows = await queryPartitions(table, [keys.snapshot(company, '').pk])
  const now = table.now()
  const there = rows.map((row) => SnapshotRow.parse(row)).filter((row) => !isOver(row, now))
  return there.map((row) => storedSnapshot(row, now).snapshot)
}

function isOver(row: SnapshotRow, now: number): boolean {
  return row[ttlAttribute] * 1_000 <= now
}

/** Marks a snapshot as failed, if it still is what was seen. */
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
  await table.db.send(command).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../functions/store/client'
import { keys } from '../functions/store/schema'
import { findSnapshotRow } from '../functions/store/snapshots/snapshot-row'

/** Changes one byte of a snapshot's first chunk. */
export async function damageSnapshot(table: Table, companyId: string, id: string): Promise<void> {
  const row = await findSnapshotRow(table, companyId, id)
  const Key = keys.chunk(row?.data ?? '', 0)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key }))
  const bytes = Uint8Array.from(Item?.data as Uint8Array)
  bytes[bytes.length >> 1] = 255 - (bytes[bytes.length >> 1] ?? 0)
  await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression: 'SET #data = :bytes',
      ExpressionAttributeNames: { '#data': 'data' },
      ExpressionAttributeValues: { ':bytes': bytes },
    }),
  )
}

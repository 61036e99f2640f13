import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../functions/store/client'
import { keys, type RowKey } from '../../functions/store/schema'
import { findSnapshotRow } from '../../functions/store/snapshots/snapshot-row'

/** Changes one byte of a snapshot's first chunk. */
export async function damageSnapshot(table: Table, companyId: string, id: string): Promise<void> {
  const row = await findSnapshotRow(table, companyId, id)
  await damageChunk(table, row?.data ?? '')
}

/** Changes one byte of the first chunk of that name. */
export async function damageChunk(table: Table, name: string): Promise<void> {
  const Key = keys.chunk(name, 0)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key }))
  const data = Uint8Array.from(Item?.data as Uint8Array)
  data[data.length >> 1] = 255 - (data[data.length >> 1] ?? 0)
  await changeRow(table, Key, { data })
}

export async function deleteRow(table: Table, { pk, sk }: RowKey): Promise<void> {
  await table.db.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }))
}

/** Sets fields of a row that exists. */
export async function changeRow(table: Table, Key: RowKey, fields: Record<string, unknown>): Promise<void> {
  const names = Object.keys(fields)
  await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join()}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
    }),
  )
}

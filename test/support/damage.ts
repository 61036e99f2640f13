import { createHash } from 'node:crypto'
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { findSnapshotRow } from '../../functions/store/snapshots/snapshot-row'
import { keys, type RowKey } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'

/** Changes one byte of a snapshot's first chunk. */
export async function damageSnapshot(table: Table, companyId: string, id: string): Promise<void> {
  const row = await findSnapshotRow(table, companyId, id)
  await damageChunk(table, row?.data ?? '')
}

/** As `stripVersion`, with the checksum that follows. The snapshot must have one chunk. */
export async function stripVersionOfSnapshot(table: Table, companyId: string, id: string): Promise<void> {
  const row = await findSnapshotRow(table, companyId, id)
  const chunk = await stripVersion(table, row?.data ?? '')
  const checksum = createHash('sha256').update(chunk).digest('hex')
  await changeRow(table, keys.snapshot(companyId, id), { checksum })
}

/** Changes one byte of the first chunk of that name. */
export async function damageChunk(table: Table, name: string): Promise<void> {
  await changeChunk(table, name, (data) => data.with(data.length >> 1, 255 - (data[data.length >> 1] ?? 0)))
}

/** Gives the first chunk of that name another form: that from before chunks had a version. */
export function stripVersion(table: Table, name: string): Promise<Uint8Array> {
  return changeChunk(table, name, (data) => data.subarray(1))
}

async function changeChunk(table: Table, name: string, change: (data: Uint8Array) => Uint8Array): Promise<Uint8Array> {
  const Key = keys.chunk(name, 0)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key }))
  const data = change(Uint8Array.from(Item?.data as Uint8Array))
  await changeRow(table, Key, { data })
  return data
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

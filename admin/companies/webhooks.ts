import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { keys, type RowKey } from '../../functions/store/table/schema'
import { findRow, queryAll, type Table } from '../../functions/store/table/table'
import { deleteRows } from '../table/table-scan'

/** Strongly consistent. Also those of webhooks that cannot be read. */
export async function readWebhookKeys(table: Table, companyId: string): Promise<RowKey[]> {
  const { pk, sk: counting } = keys.webhookCount(companyId)
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk',
  })
  return rows.map(({ sk }) => ({ pk, sk: String(sk) })).filter(({ sk }) => sk !== counting)
}

/**
 * Deletes the webhooks of a company whose keys are suspended, and keeps their count. `goneAt`: when the last one was
 * gone, in epoch milliseconds, or 0 where there never was one. Can be repeated: the time stays, unless there were more.
 */
export async function deleteWebhooks(table: Table, companyId: string): Promise<{ rows: number; goneAt: number }> {
  const webhooks = await readWebhookKeys(table, companyId)
  const key = keys.webhookCount(companyId)
  const count = await findRow(table, key)
  if (webhooks.length === 0 && count === undefined) return { rows: 0, goneAt: 0 }
  if (webhooks.length === 0 && typeof count?.emptied_at === 'number') return { rows: 0, goneAt: count.emptied_at }
  await deleteRows(table, webhooks)
  const goneAt = table.now()
  const update = {
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET n = :none, emptied_at = :now',
    ExpressionAttributeValues: { ':none': 0, ':now': goneAt },
  }
  await table.db.send(new UpdateCommand(update))
  return { rows: webhooks.length, goneAt }
}

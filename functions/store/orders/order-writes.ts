import type { OrderChange } from '../../domain/orders/order'
import { keys } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'

/** The order with its lines, and the receipt if there is one. */
export function makeOrderWrites(
  table: Table,
  companyId: string,
  { action, before, after, receipt }: OrderChange,
): Write[] {
  const Key = keys.order(companyId, after.id)
  const condition = before
    ? {
        ConditionExpression: 'rev = :seen',
        ExpressionAttributeValues: { ':seen': before.rev },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const order: Write['action'] =
    action === 'delete'
      ? { Delete: { TableName: table.name, Key, ...condition } }
      : { Put: { TableName: table.name, Item: { ...Key, ...after }, ...condition } }
  if (receipt === null) return [{ action: order }]
  const Item = { ...keys.receipt(companyId, after.id, receipt.id), ...receipt }
  return [
    { action: order },
    { action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } } },
  ]
}

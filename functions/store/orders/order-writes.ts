import type { OrderChange } from '../../domain/orders/order'
import { keys } from '../schema'
import type { Write } from '../transact'

/** What a change of an order writes: the order with its lines, and the receipt of a delivery. */
export function orderWrites(table: string, company: string, { action, before, after, receipt }: OrderChange): Write[] {
  const Key = keys.order(company, after.id)
  const unchanged = before
    ? { ConditionExpression: 'rev = :seen', ExpressionAttributeValues: { ':seen': before.rev } }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const order: Write['action'] =
    action === 'delete'
      ? { Delete: { TableName: table, Key, ...unchanged } }
      : { Put: { TableName: table, Item: { ...Key, ...after }, ...unchanged } }
  if (receipt === null) return [{ action: order }]
  const Item = { ...keys.receipt(company, after.id, receipt.id), ...receipt }
  return [
    { action: order },
    { action: { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } } },
  ]
}

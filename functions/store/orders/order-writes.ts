import type { OrderChange } from '../../domain/orders/order'
import type { Table } from '../client'
import { keys } from '../schema'
import type { Write } from '../transact'

/** What a change of an order writes: the order with its lines, and the receipt of a delivery. */
export function orderWrites(table: Table, company: string, { action, before, after, receipt }: OrderChange): Write[] {
  const Key = keys.order(company, after.id)
  const unchanged = before
    ? { ConditionExpression: 'rev = :seen', ExpressionAttributeValues: { ':seen': before.rev } }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const order: Write['action'] =
    action === 'delete'
      ? { Delete: { TableName: table.name, Key, ...unchanged } }
      : { Put: { TableName: table.name, Item: { ...Key, ...after }, ...unchanged } }
  if (receipt === null) return [{ action: order }]
  const Item = { ...keys.receipt(company, after.id, receipt.id), ...receipt }
  return [
    { action: order },
    { action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } } },
  ]
}

import * as z from 'zod'
import { mapFields, pickFields } from '../../domain/fields'
import type { Order, OrderChange } from '../../domain/orders/order'
import { lineFields, orderFields, supplierFields } from '../../domain/orders/order-fields'
import { orderStatuses } from '../../domain/orders/order-status'
import { type CheckedRow, checkRow, findCheckedRows, readCheckedRows } from '../table/checked-row'
import { rowSchemas } from '../table/row-schemas'
import { keys, listPartitions, type Row } from '../table/schema'
import { queryPartition, type ReadUsage, type Table } from '../table/table'
import type { Write } from '../table/transact'
import { makeReceiptWrite } from './receipt-row'

const OrderRow = z.object({
  id: z.string(),
  ...mapFields(pickFields(orderFields, 'computed', undefined), 'kind', {
    ...rowSchemas,
    status: () => z.enum(orderStatuses),
    supplier: () => z.object(mapFields(supplierFields, 'kind', rowSchemas)),
  }),
  line_items: z.array(
    z.object({ id: z.string(), ...mapFields(pickFields(lineFields, 'computed', undefined), 'kind', rowSchemas) }),
  ),
} satisfies Record<keyof Order, z.ZodType>)

export function parseOrderRow(row: unknown): Order {
  return OrderRow.parse(row)
}

/** The pages of each partition, strongly consistent. */
export function readOrderPartitions(table: Table, companyId: string, usage?: ReadUsage): AsyncGenerator<Order[]>[] {
  return listPartitions('ORDERS', companyId).map((partition) => readOrderPages(table, partition, usage))
}

async function* readOrderPages(table: Table, partition: string, usage?: ReadUsage): AsyncGenerator<Order[]> {
  for await (const page of queryPartition(table, partition, usage)) yield page.map(parseOrderRow)
}

/** Also rows that cannot be read, or that are in the wrong partition. */
export function readCheckedOrders(table: Table, companyId: string): AsyncGenerator<CheckedRow<Order>[]> {
  return readCheckedRows(table, listPartitions('ORDERS', companyId), (row) => checkOrderRow(companyId, row))
}

/** By id. Those without a row are missing. */
export function findCheckedOrders(
  table: Table,
  companyId: string,
  ids: string[],
): Promise<Map<string, CheckedRow<Order>>> {
  const rowKeys = ids.map((id) => keys.order(companyId, id))
  return findCheckedRows(table, rowKeys, (row) => checkOrderRow(companyId, row))
}

export function checkOrderRow(companyId: string, row: Row): CheckedRow<Order> {
  return checkRow(row, OrderRow, ({ id }) => keys.order(companyId, id))
}

/** The order with its lines, and the receipt if there is one: a new one, or one that is taken back. */
export function makeOrderWrites(companyId: string, { action, before, after, receipt }: OrderChange): Write[] {
  const Key = keys.order(companyId, after.id)
  const condition = before
    ? {
        ConditionExpression: 'rev = :seen',
        ExpressionAttributeValues: { ':seen': before.rev },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const order: Write['action'] =
    action === 'delete' ? { Delete: { Key, ...condition } } : { Put: { Item: { ...Key, ...after }, ...condition } }
  return receipt === null ? [{ action: order }] : [{ action: order }, makeReceiptWrite(companyId, receipt)]
}

/** Belongs in the database transaction that creates the order: so numbers have no gaps and are not shared. */
export function makeNumberWrite(companyId: string, soFar: number): Write {
  const condition = soFar === 0 ? 'attribute_not_exists(order_count)' : 'order_count = :soFar'
  return {
    action: {
      Update: {
        Key: keys.company(companyId),
        UpdateExpression: 'SET order_count = :next',
        ConditionExpression: `attribute_exists(pk) AND ${condition}`,
        ExpressionAttributeValues: { ':next': soFar + 1, ...(soFar === 0 ? {} : { ':soFar': soFar }) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  }
}

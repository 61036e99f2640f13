import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { z } from 'zod'
import { Refused } from '../domain/errors'
import { type Page, type PageRequest, page } from '../domain/list'
import { type Order, orderStatuses } from '../domain/order'
import { byOrderField, type OrderFilter, type OrderSort, orderMatches } from '../domain/order-list'
import type { Receipt } from '../domain/receipt'
import { queryPartitions, type Table } from './client'
import { keys, partitionsOf } from './schema'

const nullable = z.string().nullable()

const OrderLine = z.object({
  id: z.string(),
  item_id: z.string(),
  sku: z.string(),
  name: z.string(),
  quantity_ordered: z.int(),
  quantity_received: z.int(),
  quantity_rejected: z.int(),
  quantity_cancelled: z.int(),
  unit_cost: nullable,
  notes: nullable,
})

/** The row, as it must be. A row that is not is a fault of ours, never the caller's. */
const OrderRow = z.object({
  id: z.string(),
  order_number: z.string(),
  status: z.enum(orderStatuses),
  supplier: z.object({ name: z.string(), email: nullable, phone: nullable, reference: nullable }),
  currency: nullable,
  expected_at: nullable,
  location: nullable,
  notes: nullable,
  line_items: z.array(OrderLine),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  ordered_at: nullable,
  received_at: nullable,
  closed_at: nullable,
  cancelled_at: nullable,
  cancel_reason: nullable,
  rev: z.int(),
})

const ReceiptRow = z.object({
  id: z.string(),
  order_id: z.string(),
  reference: nullable,
  note: nullable,
  lines: z.array(
    z.object({
      line_item_id: z.string(),
      item_id: z.string(),
      sku: z.string(),
      quantity_accepted: z.int(),
      quantity_rejected: z.int(),
      rejection_reason: nullable,
    }),
  ),
  received_by: z.string(),
  created_at: z.string(),
})

/** The order. Refused with `order_not_found` where there is none. */
export async function getOrder(table: Table, company: string, id: string): Promise<Order> {
  const { Item } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.order(company, id), ConsistentRead: true }),
  )
  if (!Item) throw new Refused('order_not_found', 'There is no such order.')
  return OrderRow.parse(Item)
}

/** One page of the orders that pass the filter. */
export async function listOrders(
  table: Table,
  company: string,
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<Order>> {
  const rows = await queryPartitions(table, partitionsOf('ORDERS', company))
  const today = new Date(table.now()).toISOString().slice(0, 10)
  const orders = rows.map((row) => OrderRow.parse(row)).filter(orderMatches(query, today))
  return page(orders.sort(byOrderField(query.sort)), query)
}

/** One page of the order's receipts, newest first. */
export async function listReceipts(
  table: Table,
  company: string,
  orderId: string,
  request: PageRequest,
): Promise<Page<Receipt>> {
  await getOrder(table, company, orderId)
  const rows = await queryPartitions(table, [keys.receipt(company, orderId, '').pk])
  return page(rows.map((row) => ReceiptRow.parse(row)).reverse(), request)
}

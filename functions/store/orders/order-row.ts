import * as z from 'zod'
import { type Order, orderStatuses } from '../../domain/orders/order'
import { getRow, queryPartitions, type Table } from '../client'
import { keys, partitionsOf } from '../schema'

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

function parseOrderRow(row: unknown): Order {
  return OrderRow.parse(row)
}

/** The order; null where there is none. */
export async function findOrder(table: Table, company: string, id: string): Promise<Order | null> {
  const row = await getRow(table, keys.order(company, id))
  return row ? parseOrderRow(row) : null
}

/** Every order of a company, with its lines. */
export async function ordersOf(table: Table, company: string): Promise<Order[]> {
  return (await queryPartitions(table, partitionsOf('ORDERS', company))).map(parseOrderRow)
}

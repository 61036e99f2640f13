import * as z from 'zod'
import { type Page, type PageRequest, page } from '../../domain/list'
import { byOrderField, type OrderFilter, type OrderSort, orderMatches } from '../../domain/order-list'
import type { OrderHeader } from '../../domain/order-totals'
import type { Receipt } from '../../domain/receipt'
import { queryPartitions, type Table } from '../client'
import { keys } from '../schema'
import { orderHeadersOf } from './order-mirror'
import { getOrder } from './order-row'

const nullable = z.string().nullable()

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

/** One page of the orders that pass the filter. */
export async function listOrders(
  table: Table,
  company: string,
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<OrderHeader>> {
  const headers = await orderHeadersOf(table, company)
  const today = new Date(table.now()).toISOString().slice(0, 10)
  return page(headers.filter(orderMatches(query, today)).sort(byOrderField(query.sort)), query)
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

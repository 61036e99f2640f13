import { listOrderHeaders } from '../../catalogue/orders/order-catalogue'
import type { Page, PageRequest } from '../../domain/list'
import type { OrderFilter, OrderSort } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import type { Context, Workers } from '../context'

/** Requests a compaction where the catalogue needs one. */
export function listOrders(
  { table, caller, workers }: Context & { workers: Workers },
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<OrderHeader>> {
  return listOrderHeaders(table, caller.companyId, query, workers.requestCompaction)
}

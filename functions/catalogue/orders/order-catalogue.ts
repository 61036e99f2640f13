import type { Page, PageRequest } from '../../domain/list'
import type { OrderFilter, OrderSort } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import type { Table } from '../../store/client'
import { CatalogueReplicas } from '../replica/load'
import type { RequestCompaction } from '../replica/loading'
import { headersSource, indexedOrdersSource } from './orders-source'

/** One process may hold both. */
const budgetBytes = 200_000_000
const headers = new CatalogueReplicas(headersSource, budgetBytes)
const indexedOrders = new CatalogueReplicas(indexedOrdersSource, budgetBytes)

/** Includes every change acknowledged before the call. Calls `requestCompaction` if a new base is worth making. */
export async function listOrderHeaders(
  table: Table,
  companyId: string,
  { item_id, ...query }: OrderFilter & PageRequest & { sort: OrderSort },
  requestCompaction: RequestCompaction | null = null,
): Promise<Page<OrderHeader>> {
  const request = { ...query, now: table.now() }
  const page =
    item_id === undefined
      ? (await headers.read(table, companyId, requestCompaction)).list(request)
      : (await indexedOrders.read(table, companyId, requestCompaction)).list({ ...request, item_id })
  return { ...page, rows: page.rows.map(({ item_ids: _, deleted_at: __, ...header }) => header) }
}

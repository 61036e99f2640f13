import type { Page, PageRequest } from '../../domain/list'
import type { OrderFilter, OrderSort } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import type { Table } from '../../store/client'
import { CatalogueMirrors } from '../packed/catalogue-mirror'
import type { RequestCompaction } from '../packed/loading'
import { headersSource, indexedOrdersSource } from './orders-source'

/** One process may hold both. */
const budgetBytes = 200_000_000
const headers = new CatalogueMirrors(headersSource, budgetBytes)
const indexedOrders = new CatalogueMirrors(indexedOrdersSource, budgetBytes)

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

import { readOrderHeaders } from '../../catalogue/orders/order-mirror'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { makeOrderComparator, makeOrderMatcher, type OrderFilter, type OrderSort } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import { formatDate } from '../../domain/time'
import type { Context } from '../context'

export async function listOrders(
  { table, caller }: Context,
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<OrderHeader>> {
  const headers = await readOrderHeaders(table, caller.companyId)
  return slicePage(
    headers.filter(makeOrderMatcher(query, formatDate(table.now()))).sort(makeOrderComparator(query.sort)),
    query,
  )
}

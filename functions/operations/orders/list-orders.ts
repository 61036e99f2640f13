import { orderHeadersOf } from '../../catalogue/orders/order-mirror'
import { type Page, type PageRequest, page } from '../../domain/list'
import { byOrderField, type OrderFilter, type OrderSort, orderMatches } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import { dateOf } from '../../domain/time'
import type { Context } from '../context'

/** One page of the orders that pass the filter. */
export async function listOrders(
  { table, caller }: Context,
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<OrderHeader>> {
  const headers = await orderHeadersOf(table, caller.companyId)
  return page(headers.filter(orderMatches(query, dateOf(table.now()))).sort(byOrderField(query.sort)), query)
}

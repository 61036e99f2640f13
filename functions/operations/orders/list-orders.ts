import { orderHeadersOf } from '../../catalogue/orders/order-mirror'
import { type Page, type PageRequest, page } from '../../domain/list'
import type { Receipt } from '../../domain/orders/order'
import { byOrderField, type OrderFilter, type OrderSort, orderMatches } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import { getOrder } from '../../store/orders/order-row'
import { receiptsOf } from '../../store/orders/receipt-row'
import type { Context } from '../context'

/** One page of the orders that pass the filter. */
export async function listOrders(
  { table, caller }: Context,
  query: OrderFilter & PageRequest & { sort: OrderSort },
): Promise<Page<OrderHeader>> {
  const headers = await orderHeadersOf(table, caller.companyId)
  const today = new Date(table.now()).toISOString().slice(0, 10)
  return page(headers.filter(orderMatches(query, today)).sort(byOrderField(query.sort)), query)
}

/** One page of the order's receipts, newest first. Refused where there is no such order. */
export async function listReceipts(
  { table, caller }: Context,
  orderId: string,
  request: PageRequest,
): Promise<Page<Receipt>> {
  await getOrder(table, caller.companyId, orderId)
  return page(await receiptsOf(table, caller.companyId, orderId), request)
}

import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Order, Receipt } from '../../domain/orders/order'
import { readReceipts } from '../../store/orders/receipt-row'
import type { Context } from '../context'

/** Gets an order. Refused with `order_not_found` where it does not exist. */
export async function getOrder({ reader }: Context, id: string): Promise<Order> {
  const order = await reader.order(id)
  if (order === null) throw new Refusal('order_not_found', 'There is no such order.')
  return order
}

/** Newest first. Refused with `order_not_found` where the order does not exist. */
export async function listReceipts(context: Context, orderId: string, request: PageRequest): Promise<Page<Receipt>> {
  await getOrder(context, orderId)
  return slicePage(await readReceipts(context.table, context.caller.companyId, orderId), request)
}

import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Receipt } from '../../domain/orders/order'
import { readReceipts } from '../../store/orders/receipt-row'
import type { Context } from '../context'
import { getOrder } from './get-order'

/** Newest first. Refused with `order_not_found` where the order does not exist. */
export async function listReceipts(context: Context, orderId: string, request: PageRequest): Promise<Page<Receipt>> {
  await getOrder(context, orderId)
  return slicePage(await readReceipts(context.table, context.caller.companyId, orderId), request)
}

import { type Page, type PageRequest, page } from '../../domain/list'
import type { Receipt } from '../../domain/orders/order'
import { receiptsOf } from '../../store/orders/receipt-row'
import type { Context } from '../context'
import { getOrder } from './get-order'

/** One page of the order's receipts, newest first. Refused where there is no such order. */
export async function listReceipts(context: Context, orderId: string, request: PageRequest): Promise<Page<Receipt>> {
  await getOrder(context, orderId)
  return page(await receiptsOf(context.table, context.caller.companyId, orderId), request)
}

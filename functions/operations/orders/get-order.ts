import { Refused } from '../../domain/errors'
import type { Order } from '../../domain/orders/order'
import { findOrder } from '../../store/orders/order-row'
import type { Context } from '../context'

/** The order. Refused with `order_not_found` where there is none. */
export async function getOrder({ table, caller }: Context, id: string): Promise<Order> {
  const order = await findOrder(table, caller.companyId, id)
  if (order === null) throw new Refused('order_not_found', 'There is no such order.')
  return order
}

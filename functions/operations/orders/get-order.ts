import { Refusal } from '../../domain/errors'
import type { Order } from '../../domain/orders/order'
import type { Context } from '../context'

/** Gets an order. Refused with `order_not_found` where it does not exist. */
export async function getOrder({ reader }: Context, id: string): Promise<Order> {
  const order = await reader.order(id)
  if (order === null) throw new Refusal('order_not_found', 'There is no such order.')
  return order
}

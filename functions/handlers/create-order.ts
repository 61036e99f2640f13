import type { Order } from '../domain/order'
import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { addOrder } from '../store/orders/order-changes'

export const handler = handleChange(
  routes['create-order'],
  ({ table, caller, body, keep }) => addOrder(table, caller, body, keep),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

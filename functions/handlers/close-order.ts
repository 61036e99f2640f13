import { closeOrder, type Order } from '../domain/order'
import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/orders/order-changes'

export const handler = handleChange(
  routes['close-order'],
  ({ table, caller, params, keep }) => changeOrder(table, caller, params.id, closeOrder, keep),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

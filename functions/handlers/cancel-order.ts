import { cancelOrder, type Order } from '../domain/order'
import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/orders/order-changes'

export const handler = handleChange(
  routes['cancel-order'],
  ({ table, caller, params, body, keep }) =>
    changeOrder(table, caller, params.id, (order, at) => cancelOrder(order, body.cancel_reason, at), keep),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

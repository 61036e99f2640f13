import { type Order, placeOrder } from '../domain/order'
import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/order-changes'

export const handler = handleChange(
  routes['place-order'],
  ({ table, caller, params, keep }) => changeOrder(table, caller, params.id, placeOrder, keep),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

import { type Order, placeOrder } from '../domain/order'
import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/orders/order-changes'

export const handler = handleChange(
  routes['place-order'],
  ({ table, caller, params, keep }) => changeOrder(table, caller, params.id, placeOrder, keep, itemsAgain),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

/** The items are looked at again, since a draft may lie for long. */
function itemsAgain(order: Order) {
  return order.status === 'draft' ? order.line_items.map((line) => ({ ...line, sku: null })) : []
}

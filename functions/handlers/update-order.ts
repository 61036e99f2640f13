import type { Order } from '../domain/order'
import { updateOrder } from '../domain/order-draft'
import { withTotals } from '../domain/order-totals'
import { requireRevision } from '../domain/revision'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/orders/order-changes'

export const handler = handleChange(
  routes['update-order'],
  ({ table, caller, params, body, ifMatch, keep }) => {
    const { line_items: requested, ...fields } = body
    const decide = (order: Order, at: number, lines: Order['line_items']) => {
      requireRevision('order', order, ifMatch)
      return updateOrder(order, { ...fields, line_items: requested && lines }, at)
    }
    return changeOrder(table, caller, params.id, decide, keep, requested)
  },
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

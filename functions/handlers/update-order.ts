import type { Order } from '../domain/order'
import { updateOrder } from '../domain/order-draft'
import { withTotals } from '../domain/order-totals'
import { requireRevision } from '../domain/revision'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder, linesOf } from '../store/order-changes'

export const handler = handleChange(
  routes['update-order'],
  ({ table, caller, params, body, ifMatch, keep }) =>
    changeOrder(
      table,
      caller,
      params.id,
      async (order, at) => {
        requireRevision('order', order, ifMatch)
        const { line_items: lines, ...fields } = body
        const line_items = lines && (await linesOf(table, caller.companyId, lines, at, order.line_items))
        return updateOrder(order, { ...fields, line_items }, at)
      },
      keep,
    ),
  (order: Order) => ({ body: withTotals(order), revision: order.rev }),
)

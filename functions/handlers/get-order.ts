import { withTotals } from '../domain/order-totals'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { getOrder } from '../store/orders/order-row'

export const handler = handle(routes['get-order'], async ({ table, caller, params }) => {
  const order = await getOrder(table, caller.companyId, params.id)
  return { body: withTotals(order), revision: order.rev }
})

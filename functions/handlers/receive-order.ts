import { withTotals } from '../domain/order-totals'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { type Receiving, receive } from '../store/stock/receiving'

export const handler = handleChange(
  routes['receive-order'],
  ({ table, caller, params, body, keep }) => {
    const lines = body.lines?.map((line, index) => ({ ...line, path: `lines[${index}]` })) ?? null
    return receive(table, caller, params.id, { ...body, lines }, keep)
  },
  ({ order, receipt, transactions }: Receiving) => ({
    body: { order: withTotals(order), receipt, transactions },
    revision: order.rev,
  }),
)

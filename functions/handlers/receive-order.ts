import { namingFields } from '../contract/problem'
import { receivedLineField } from '../contract/receipt'
import { withTotals } from '../domain/orders/order-totals'
import { handleChange } from '../http/handle'
import { receiveOrder } from '../operations/orders/receive-order'
import { routes } from '../routes'

export const handler = handleChange(routes['receive-order'], async ({ context, params, body }) => {
  const lines = body.lines?.map((line, row) => ({ ...line, row })) ?? null
  const receive = () => receiveOrder(context, params.id, { ...body, lines })
  const { changeset, result } = await namingFields(receivedLineField(body), receive)
  const { order, receipt, transactions } = result
  return { changeset, reply: { body: { order: withTotals(order), receipt, transactions }, revision: order.rev } }
})

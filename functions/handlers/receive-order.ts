import { renderReceivedOrder } from '../contract/receipt'
import { handleChange } from '../http/handle'
import { receiveOrder } from '../operations/orders/receive-order'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['receive-order'], async ({ context, params, body }) => {
  const { changeset, result } = await receiveOrder(context, params.id, { ...body, lines: body.lines ?? null })
  const { order, receipt, transactions } = result
  return { changeset, result: renderReceivedOrder(order, receipt, transactions) }
})

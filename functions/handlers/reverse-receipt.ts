import { renderReceivedOrder } from '../contract/receipt'
import { handleChange } from '../http/handle'
import { reverseReceipt } from '../operations/orders/reverse-receipt'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['reverse-receipt'], async ({ context, params }) => {
  const { changeset, result } = await reverseReceipt(context, params.id, params.receipt_id)
  const { order, receipt, transactions } = result
  return { changeset, result: renderReceivedOrder(order, receipt, transactions) }
})

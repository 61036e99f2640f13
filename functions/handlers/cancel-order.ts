import { renderOrder } from '../contract/order'
import { handleChange } from '../http/handle'
import { cancelOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['cancel-order'], async ({ context, params, body }) => {
  const { changeset, result: order } = await cancelOrder(context, params.id, body.cancel_reason)
  return { changeset, result: renderOrder(order) }
})

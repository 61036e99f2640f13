import { renderOrder } from '../contract/order'
import { handleChange } from '../http/handle'
import { closeOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['close-order'], async ({ context, params }) => {
  const { changeset, result: order } = await closeOrder(context, params.id)
  return { changeset, result: renderOrder(order) }
})

import { renderOrder } from '../contract/order'
import { handleChange } from '../http/handle'
import { createOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['create-order'], async ({ context, body }) => {
  const { changeset, result: order } = await createOrder(context, body)
  return { changeset, result: renderOrder(order) }
})

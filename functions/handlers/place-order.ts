import { renderOrder } from '../contract/order'
import { handleChange } from '../http/handle'
import { placeOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['place-order'], async ({ context, params }) => {
  const { changeset, result: order } = await placeOrder(context, params.id)
  return { changeset, result: renderOrder(order) }
})

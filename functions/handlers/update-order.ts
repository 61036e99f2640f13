import { renderOrder } from '../contract/order'
import { handleChange } from '../http/handle'
import { updateOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['update-order'], async ({ context, params, body, ifMatch }) => {
  const { changeset, result: order } = await updateOrder(context, params.id, body, ifMatch)
  return { changeset, result: renderOrder(order) }
})

import { lineItemField, orderReply } from '../contract/order'
import { namingFields } from '../contract/problem'
import { handleChange } from '../http/handle'
import { placeOrder } from '../operations/orders/order-changes'
import { routes } from '../routes'

export const handler = handleChange(routes['place-order'], async ({ context, params }) => {
  const { changeset, result: order } = await namingFields(lineItemField, () => placeOrder(context, params.id))
  return { changeset, reply: orderReply(order) }
})

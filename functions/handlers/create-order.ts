import { lineItemField, orderReply } from '../contract/order'
import { namingFields } from '../contract/problem'
import { handleChange } from '../http/handle'
import { createOrder } from '../operations/orders/order-changes'
import { routes } from '../routes'

export const handler = handleChange(routes['create-order'], async ({ context, body }) => {
  const { changeset, result: order } = await namingFields(lineItemField, () => createOrder(context, body))
  return { changeset, reply: orderReply(order) }
})

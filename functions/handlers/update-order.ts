import { lineItemField, orderReply } from '../contract/order'
import { namingFields } from '../contract/problem'
import { handleChange } from '../http/handle'
import { updateOrder } from '../operations/orders/order-changes'
import { routes } from '../routes'

export const handler = handleChange(routes['update-order'], async ({ context, params, body, ifMatch }) => {
  const update = () => updateOrder(context, params.id, body, ifMatch)
  const { changeset, result: order } = await namingFields(lineItemField, update)
  return { changeset, reply: orderReply(order) }
})

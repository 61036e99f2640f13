import { handleChange } from '../http/handle'
import { deleteOrder } from '../operations/orders/order-changes'
import { routes } from '../routes/orders'

export const handler = handleChange(routes['delete-order'], async ({ context, params, ifMatch }) => {
  const { changeset } = await deleteOrder(context, params.id, ifMatch)
  return { changeset, result: { body: undefined } }
})

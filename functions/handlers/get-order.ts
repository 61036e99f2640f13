import { renderOrder } from '../contract/order'
import { handleRead } from '../http/handle'
import { getOrder } from '../operations/orders/get-order'
import { routes } from '../routes/orders'

export const handler = handleRead(routes['get-order'], async ({ context, params }) =>
  renderOrder(await getOrder(context, params.id)),
)

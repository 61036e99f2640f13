import { orderReply } from '../contract/order'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { getOrder } from '../store/orders/order-row'

export const handler = handle(routes['get-order'], async ({ context, params }) =>
  orderReply(await getOrder(context.table, context.caller.companyId, params.id)),
)

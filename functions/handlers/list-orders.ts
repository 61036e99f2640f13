import { pageReply } from '../contract/page'
import { handleRead } from '../http/handle'
import { listOrders } from '../operations/orders/list-orders'
import { routes } from '../routes'

export const handler = handleRead(routes['list-orders'], async ({ context, query }) => ({
  body: pageReply(await listOrders(context, query)),
}))

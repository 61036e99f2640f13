import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listOrders } from '../operations/orders/list-orders'
import { routes } from '../routes/orders'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-orders'], async ({ context, query }) => ({
  body: renderPage(await listOrders({ ...context, workers }, query)),
}))

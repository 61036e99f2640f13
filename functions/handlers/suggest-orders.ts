import { handleRead } from '../http/handle'
import { suggestOrders } from '../operations/orders/suggest-orders'
import { routes } from '../routes/orders'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['suggest-orders'], async ({ context, body }) => ({
  body: await suggestOrders({ ...context, workers }, body.item_ids),
}))

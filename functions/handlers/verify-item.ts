import { handleRead } from '../http/handle'
import { verifyItem } from '../operations/stock/verify-item'
import { routes } from '../routes/items'

export const handler = handleRead(routes['verify-item'], async ({ context, params }) => ({
  body: await verifyItem(context, params.id),
}))

import { handle } from '../http/handle'
import { verifyItem } from '../operations/stock/verify-item'
import { routes } from '../routes'

export const handler = handle(routes['verify-item'], async ({ context, params }) => ({
  body: await verifyItem(context, params.id),
}))

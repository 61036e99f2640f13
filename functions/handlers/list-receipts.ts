import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listReceipts } from '../operations/orders/get-order'
import { routes } from '../routes/orders'

export const handler = handleRead(routes['list-receipts'], async ({ context, params, query }) => ({
  body: renderPage(await listReceipts(context, params.id, query)),
}))

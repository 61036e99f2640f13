import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { listReceipts } from '../operations/orders/list-orders'
import { routes } from '../routes'

export const handler = handle(routes['list-receipts'], async ({ context, params, query }) => ({
  body: pageReply(await listReceipts(context, params.id, query)),
}))

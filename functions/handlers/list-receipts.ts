import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listReceipts } from '../store/orders/orders'

export const handler = handle(routes['list-receipts'], async ({ table, caller, params, query }) => ({
  body: pageReply(await listReceipts(table, caller.companyId, params.id, query)),
}))

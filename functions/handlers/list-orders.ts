import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listOrders } from '../store/orders/orders'

export const handler = handle(routes['list-orders'], async ({ table, caller, query }) => ({
  body: pageReply(await listOrders(table, caller.companyId, query)),
}))

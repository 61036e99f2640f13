import { pageReply } from '../contract/page'
import { asEntry } from '../domain/order-totals'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listOrders } from '../store/orders'

export const handler = handle(routes['list-orders'], async ({ table, caller, query }) => {
  const { rows, ...page } = await listOrders(table, caller.companyId, query)
  return { body: pageReply({ ...page, rows: rows.map(asEntry) }) }
})

import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listTransactions } from '../store/stock/stock-transactions'

export const handler = handle(routes['list-transactions'], async ({ table, caller, query }) => ({
  body: pageReply(await listTransactions(table, caller.companyId, query)),
}))

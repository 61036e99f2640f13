import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { listTransactions } from '../operations/stock/list-transactions'
import { routes } from '../routes'

export const handler = handle(routes['list-transactions'], async ({ context, query }) => ({
  body: pageReply(await listTransactions(context, query)),
}))

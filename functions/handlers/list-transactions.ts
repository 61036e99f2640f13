import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listTransactions } from '../operations/stock/list-transactions'
import { routes } from '../routes/transactions'

export const handler = handleRead(routes['list-transactions'], async ({ context, query }) => ({
  body: renderPage(await listTransactions(context, query)),
}))

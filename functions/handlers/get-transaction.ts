import { handle } from '../http/handle'
import { routes } from '../routes'
import { getTransaction } from '../store/stock/stock-transactions'

export const handler = handle(routes['get-transaction'], async ({ table, caller, params }) => ({
  body: await getTransaction(table, caller.companyId, params.id),
}))

import { handle } from '../http/handle'
import { routes } from '../routes'
import { getTransaction } from '../store/stock/transaction'

export const handler = handle(routes['get-transaction'], async ({ context, params }) => ({
  body: await getTransaction(context.table, context.caller.companyId, params.id),
}))

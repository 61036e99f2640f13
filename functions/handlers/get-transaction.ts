import { handleRead } from '../http/handle'
import { getTransaction } from '../operations/stock/get-transaction'
import { routes } from '../routes/transactions'

export const handler = handleRead(routes['get-transaction'], async ({ context, params }) => ({
  body: await getTransaction(context, params.id),
}))

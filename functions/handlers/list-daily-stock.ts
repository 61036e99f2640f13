import { handleRead } from '../http/handle'
import { listDailyStock } from '../operations/stock/list-daily-stock'
import { routes } from '../routes/transactions'

export const handler = handleRead(routes['list-daily-stock'], async ({ context, query }) => ({
  body: await listDailyStock(context, query),
}))

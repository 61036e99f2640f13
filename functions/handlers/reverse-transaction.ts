import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { reverse } from '../store/stock/stock-changes'
import type { Transaction } from '../store/stock/stock-transactions'

export const handler = handleChange(
  routes['reverse-transaction'],
  ({ table, caller, params, body, keep }) => reverse(table, caller, params.id, body, keep),
  (transaction: Transaction) => ({ body: transaction }),
)

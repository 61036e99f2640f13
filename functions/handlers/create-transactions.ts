import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { moveAll, rehearse } from '../store/stock/stock-changes'
import type { Transaction } from '../store/stock/stock-transactions'

type Moved = Transaction | (Omit<Transaction, 'id'> & { id: null })

export const handler = handleChange(
  routes['create-transactions'],
  ({ table, caller, body, keep }): Promise<Moved[]> => {
    const rows =
      'transactions' in body
        ? body.transactions.map((row, index) => ({ ...row, path: `transactions[${index}]` }))
        : [{ ...body, path: '' }]
    return body.dry_run ? rehearse(table, caller, rows) : moveAll(table, caller, rows, keep)
  },
  (moved: Moved[], { body }) => ({
    body: 'transactions' in body ? { data: moved } : (moved[0] as Moved),
    ...(body.dry_run ? { status: 200 } : {}),
  }),
)

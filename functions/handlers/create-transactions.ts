import { renderCreatedTransactions } from '../contract/transaction'
import { handleChange } from '../http/handle'
import { requestCompactionByChance } from '../operations/request-compaction-by-chance'
import { createTransactions } from '../operations/stock/create-transactions'
import { routes } from '../routes'
import * as workers from '../runtime/workers'

export const handler = handleChange(
  routes['create-transactions'],
  async ({ context, body }) => {
    const { changeset, result } = await createTransactions(context, 'transactions' in body ? body.transactions : [body])
    if (!body.dry_run) return { changeset, result: { body: renderCreatedTransactions(body, result) } }
    // Nothing is committed, so nothing has an id.
    const drafted = result.map((transaction) => ({ ...transaction, id: null, receipt_id: null }))
    return { changeset: null, result: { body: renderCreatedTransactions(body, drafted), status: 200 } }
  },
  ({ context, body }) =>
    requestCompactionByChance({ ...context, workers }, 'transactions' in body ? body.transactions.length : 1),
)

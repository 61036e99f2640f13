import { renderCreatedTransactions } from '../contract/transaction'
import { handleChange } from '../http/handle'
import { requestCompactionByChance } from '../operations/request-compaction-by-chance'
import { createTransactions } from '../operations/stock/create-transactions'
import { tryTransactions } from '../operations/stock/try-transactions'
import { routes } from '../routes/transactions'
import * as workers from '../runtime/workers'

export const handler = handleChange(
  routes['create-transactions'],
  async ({ context, body }) => {
    const movements = body.transactions ?? [body]
    if (body.dry_run) {
      const drafted = await tryTransactions(context, movements)
      return { changeset: null, result: { body: renderCreatedTransactions(body, drafted), status: 200 } }
    }
    const { changeset, result } = await createTransactions(context, movements)
    return { changeset, result: { body: renderCreatedTransactions(body, result) } }
  },
  ({ context, body }) => requestCompactionByChance({ ...context, workers }, body.transactions?.length ?? 1),
)

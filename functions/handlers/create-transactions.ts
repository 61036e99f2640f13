import { renderCreatedTransactions } from '../contract/transaction'
import { handleChange } from '../http/handle'
import { createTransactions, tryTransactions } from '../operations/stock/create-transactions'
import { routes } from '../routes/transactions'

export const handler = handleChange(routes['create-transactions'], async ({ context, body }) => {
  const movements = body.transactions ?? [body]
  if (body.dry_run) {
    const drafted = await tryTransactions(context, movements)
    return { changeset: null, result: { body: renderCreatedTransactions(body, drafted), status: 200 } }
  }
  const { changeset, result } = await createTransactions(context, movements)
  return { changeset, result: { body: renderCreatedTransactions(body, result) } }
})

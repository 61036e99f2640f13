import { handleChange } from '../http/handle'
import { reverseTransaction } from '../operations/stock/reverse-transaction'
import { routes } from '../routes/transactions'

export const handler = handleChange(routes['reverse-transaction'], async ({ context, params, body }) => {
  const { changeset, result: transaction } = await reverseTransaction(context, params.id, body)
  return { changeset, result: { body: transaction } }
})

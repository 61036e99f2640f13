import { Refusal } from '../../domain/errors'
import { findTransaction, type Transaction } from '../../store/stock/transaction'
import type { Context } from '../context'

/** Gets a transaction. Refused with `transaction_not_found` where it does not exist. */
export async function getTransaction({ table, caller }: Context, id: string): Promise<Transaction> {
  const transaction = await findTransaction(table, caller.companyId, id)
  if (transaction === null) throw new Refusal('transaction_not_found', 'There is no such transaction.')
  return transaction
}

import { Refused } from '../../domain/errors'
import { findTransaction, type Transaction } from '../../store/stock/transaction'
import type { Context } from '../context'

/** The transaction. Refused with `transaction_not_found` where there is none. */
export async function getTransaction({ table, caller }: Context, id: string): Promise<Transaction> {
  const transaction = await findTransaction(table, caller.companyId, id)
  if (transaction === null) throw new Refused('transaction_not_found', 'There is no such transaction.')
  return transaction
}

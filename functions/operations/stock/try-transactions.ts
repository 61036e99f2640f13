import { draftUnchanged } from '../../store/commit/changeset'
import { waitWhereLate } from '../../store/commit/late-answers'
import type { Transaction } from '../../store/stock/transaction'
import type { Context } from '../context'
import { createTransactions, type MovementRow } from './create-transactions'

/** A transaction that is not committed, so that nothing has an id. */
export type DraftedTransaction = Omit<Transaction, 'id'> & { id: null }

/**
 * What `createTransactions` would do. Nothing is committed. Once a count is answered, every later list has all
 * transactions of the item that came before: a stocktake looks among them for what it has booked already.
 */
export async function tryTransactions(context: Context, movements: MovementRow[]): Promise<DraftedTransaction[]> {
  const { table, caller } = context
  const { changeset, result } = await createTransactions(context, movements)
  const counted = (changeset?.changes.items ?? []).filter(({ movement }) => movement?.type === 'count')
  await Promise.all(counted.map(({ before }) => before && waitWhereLate(table, draftUnchanged(caller, before), [])))
  return result.map((transaction) => ({ ...transaction, id: null, receipt_id: null }))
}

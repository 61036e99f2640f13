import { chooseStamp } from '../../domain/revision'
import type { MovementDetails } from '../../domain/stock/movement'
import { decideReversal, requireReversible } from '../../domain/stock/stock-change'
import { draftChangeset } from '../../store/commit/changeset'
import { type Transaction, toTransactions } from '../../store/stock/transaction'
import type { Context } from '../context'
import { getItem } from '../items/find-items'
import type { Decision } from '../run-change'
import { getTransaction } from './get-transaction'

/** Reverses a transaction, once, with a transaction of the opposite amount. */
export async function reverseTransaction(
  context: Context,
  id: string,
  details: MovementDetails,
): Promise<Decision<Transaction>> {
  const { table, caller } = context
  const movement = await getTransaction(context, id)
  requireReversible(movement)
  const item = await getItem(context, movement.item_id)
  const at = chooseStamp([item], table.now())
  const change = decideReversal(item, movement, { ...details, reversal_of: id }, at)
  const changeset = draftChangeset(caller, at, { items: [change] })
  const [reversal] = toTransactions(changeset.log)
  if (reversal === undefined) throw new Error('a reversal moves stock')
  return { changeset, result: reversal }
}

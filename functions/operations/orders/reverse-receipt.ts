import { DamageError, Refusal } from '../../domain/errors'
import { decideReceiptReversal, requireReversibleReceipt } from '../../domain/orders/receipt'
import { chooseStamp } from '../../domain/revision'
import { decideReversals } from '../../domain/stock/stock-change'
import { draftChangeset } from '../../store/commit/changeset'
import { findReceipt } from '../../store/orders/receipt-row'
import { readTransactionsOfReceipt, toTransactions } from '../../store/stock/transaction'
import type { Context } from '../context'
import { resolveItems } from '../items/find-items'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'
import { nameLine, type ReceivedOrder } from './receive-order'

/**
 * Takes a delivery back, once: what was accepted leaves stock, and the order becomes what its other receipts say. All
 * of it is in one database transaction.
 */
export async function reverseReceipt(
  context: Context,
  id: string,
  receiptId: string,
): Promise<Decision<ReceivedOrder>> {
  const { table, caller } = context
  const order = await getOrder(context, id)
  const receipt = await findReceipt(table, caller.companyId, id, receiptId)
  if (receipt === null) throw new Refusal('receipt_not_found', 'The order has no such receipt.')
  requireReversibleReceipt(order, receipt)
  const received = await readTransactionsOfReceipt(table, caller.companyId, receipt)
  const missing =
    received.reduce((sum, { quantity_change }) => sum - quantity_change, 0) +
    receipt.lines.reduce((sum, { quantity_accepted }) => sum + quantity_accepted, 0)
  if (missing !== 0) throw new DamageError(`of the receipt ${receiptId}, ${missing} are not in the ledger`)
  try {
    const items = await resolveItems(
      context,
      received.map(({ item_id }, row) => ({ row, item_id, sku: null })),
    )
    const at = chooseStamp([order, ...items], table.now())
    const change = decideReceiptReversal(order, receipt, caller.userId, at)
    const changeset = draftChangeset(caller, at, { items: decideReversals(items, received, at), order: change })
    const { after, receipt: reversed } = change
    return { changeset, result: { order: after, receipt: reversed, transactions: toTransactions(changeset.log) } }
  } catch (error) {
    throw nameLine(error, received, 'taken back')
  }
}

import type { Item } from '../../domain/items/item'
import { readItemLog } from '../../store/log/item-log'
import { readLog } from '../../store/log/log-reader'
import { isMovement, type LogRow } from '../../store/log/log-row'
import type { Context } from '../context'
import { getLiveItem } from '../items/find-items'

/** `consistent` is true where total and quantity agree and no sequence is missing. */
export type Verification = {
  item_id: string
  quantity: number
  ledger_total: number
  transactions: number
  consistent: boolean
}

/** Reads the ledger of the item in pages, newest first. If the index lacks a row, reads the log itself. */
export async function verifyItem(context: Context, id: string): Promise<Verification> {
  const { table, caller } = context
  const { companyId } = caller
  const item = await getLiveItem(context, id)
  const byIndex = await verifyLedger(item, readItemLog(table, { companyId, itemId: id }, { item }))
  if (byIndex.consistent) return byIndex
  return verifyLedger(item, readLog(table, { companyId, since: Date.parse(item.created_at) - 1 }))
}

/** Rows of others, and of later movements, are passed over. */
async function verifyLedger({ id, stock, sequence }: Item, pages: AsyncIterable<LogRow[]>): Promise<Verification> {
  let [expected, transactions, ledger_total] = [sequence, 0, 0]
  for await (const page of pages) {
    for (const row of page) {
      if (row.item_id !== id || !isMovement(row) || row.sequence > sequence) continue
      if (row.sequence === expected) expected -= 1
      transactions += 1
      ledger_total += row.quantity_change
    }
  }
  const complete = expected === 0 && transactions === sequence
  const consistent = complete && ledger_total === stock.total
  return { item_id: id, quantity: stock.total, ledger_total, transactions, consistent }
}

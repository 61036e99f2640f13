import { allOf, type Row } from '../../store/client'
import { logOfResource, wholeLog } from '../../store/log/log-reader'
import { resourceOf } from '../../store/schema'
import type { Context } from '../context'
import { getLiveItem } from '../items/get-item'

/** What an item's ledger comes to, beside the quantity that the item says it has. */
export type Verification = {
  item_id: string
  quantity: number
  ledger_total: number
  transactions: number
  consistent: boolean
}

/**
 * Adds up the ledger of an item, independently of its quantity: they agree when every movement up to the item's last one is
 * there. Where the index seems to lack one it may only lag behind, so the log itself is asked.
 */
export async function verifyItem(context: Context, id: string): Promise<Verification> {
  const { table, caller } = context
  const { companyId: company } = caller
  const { quantity, sequence, created_at } = await getLiveItem(context, id)
  const verify = (rows: Row[]): Verification => {
    const movements = rows.filter((row) => row.item_id === id && Number(row.sequence) <= sequence)
    const sequences = new Set(movements.map((row) => row.sequence))
    const ledger_total = movements.reduce((sum, row) => sum + Number(row.quantity_change), 0)
    const complete = sequences.size === sequence && movements.length === sequence
    return {
      item_id: id,
      quantity,
      ledger_total,
      transactions: movements.length,
      consistent: complete && ledger_total === quantity,
    }
  }
  const indexed = verify(await logOfResource(table, resourceOf('item', company, id), { company }))
  if (indexed.consistent) return indexed
  const logged = await allOf(wholeLog(table, { company, since: Date.parse(created_at) - 1 }))
  return verify(logged)
}

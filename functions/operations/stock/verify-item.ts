import { collectPages } from '../../store/client'
import { readLog, readLogOfResource } from '../../store/log/log-reader'
import { makeResource, type Row } from '../../store/schema'
import type { Context } from '../context'
import { getLiveItem } from '../items/get-item'

/** `consistent` is true where total and quantity agree and no sequence is missing. */
export type Verification = {
  item_id: string
  quantity: number
  ledger_total: number
  transactions: number
  consistent: boolean
}

/** The index may lag behind, so where a row seems to be missing, the log itself is read. */
export async function verifyItem(context: Context, id: string): Promise<Verification> {
  const { table, caller } = context
  const { companyId } = caller
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
  const byIndex = verify(await readLogOfResource(table, makeResource('item', companyId, id), { companyId }))
  if (byIndex.consistent) return byIndex
  const logRows = await collectPages(readLog(table, { companyId, since: Date.parse(created_at) - 1 }))
  return verify(logRows)
}

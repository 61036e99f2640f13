import { findRow } from '../../functions/store/client'
import { checkLogRow, formatLogId, type LogRow, makeLogKey } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/schema'
import type { Finding } from './finding'
import type { Inspection } from './inspection'

/** The ids of a transaction that is reversed, and of its reversal. */
type Pair = { reversed: string; reversal: string }

/** Whether each reversal and what it reverses name each other. Both are transactions: they never expire. */
export class Reversals {
  /** By the id of a transaction that is reversed, the id of its reversal, until that is read. */
  private readonly open = new Map<string, string>()
  private readonly suspects: Pair[] = []

  take(rows: LogRow[]): void {
    for (const row of rows) {
      const id = formatLogId('txn', row)
      if (row.reversed_by !== undefined) this.open.set(id, row.reversed_by)
      if (row.reversal_of === undefined) continue
      if (this.open.get(row.reversal_of) === id) this.open.delete(row.reversal_of)
      else this.suspects.push({ reversed: row.reversal_of, reversal: id })
    }
  }

  suspectTorn(inspection: Inspection): void {
    const open = [...this.open].map(([reversed, reversal]) => ({ reversed, reversal }))
    // A reversal that was read says more than what a transaction names.
    const all = new Map([...open, ...this.suspects].map((pair) => [pair.reversed, pair]))
    for (const [id, pair] of all) inspection.suspect(id, () => findTorn(inspection, pair))
  }
}

/** A row that is gone is missing in the ledger of its item, and found there. One that never was is found here. */
async function findTorn(inspection: Inspection, { reversed, reversal }: Pair): Promise<Finding[]> {
  const before = await findTransaction(inspection, reversed)
  const after = await findTransaction(inspection, reversal)
  const one = before ?? after
  if (one === null || ((before === null || after === null) && inspection.isFlagged(one.resource_id))) return []
  if (before?.reversed_by === reversal && after?.reversal_of === reversed) return []
  const by = before === null ? 'It is not in the ledger' : `It is reversed by ${before.reversed_by ?? 'nothing'}`
  const of = after === null ? 'is not in the ledger' : `reverses ${after.reversal_of ?? 'nothing'}`
  const text = `${by}, and ${reversal} ${of}.`
  return [{ code: 'torn_reversal', resource: reversed, text }]
}

async function findTransaction({ table, companyId }: Inspection, id: string): Promise<LogRow | null> {
  const row = await findRow(table, makeLogKey(keys.log(companyId, '', 0).pk, id))
  return row ? checkLogRow(companyId, row).value : null
}

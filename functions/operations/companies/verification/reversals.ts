import { findRow } from '../../../store/client'
import { checkLogRow, formatLogId, type LogRow, makeLogKey } from '../../../store/log/log-row'
import { keys } from '../../../store/schema'
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
    const all = new Map([...this.suspects, ...open].map((pair) => [pair.reversed, pair]))
    for (const [id, pair] of all) inspection.suspect(id, () => findTorn(inspection, pair))
  }
}

/** A row that is gone is missing in the ledger of its item, and found there. */
async function findTorn(inspection: Inspection, { reversed, reversal }: Pair): Promise<Finding[]> {
  const before = await findTransaction(inspection, reversed)
  const after = await findTransaction(inspection, reversal)
  if (before === null || after === null) return []
  if (before.reversed_by === reversal && after.reversal_of === reversed) return []
  const [by, of] = [before.reversed_by ?? 'nothing', after.reversal_of ?? 'nothing']
  const text = `It is reversed by ${by}, and ${reversal} reverses ${of}.`
  return [{ code: 'torn_reversal', resource: reversed, text }]
}

async function findTransaction({ table, companyId }: Inspection, id: string): Promise<LogRow | null> {
  const row = await findRow(table, makeLogKey(keys.log(companyId, '', 0).pk, id))
  return row ? checkLogRow(companyId, row).value : null
}

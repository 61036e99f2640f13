import { getTime, readLogOfTransaction } from '../../functions/store/log/log-reader'
import { keys, type Row } from '../../functions/store/schema'
import type { Finding } from './finding'
import type { Inspection } from './inspection'
import type { LogGroup } from './log-groups'
import { hasExpired } from './trail'

/** Whether the log rows of each database transaction are all there. A part of very old ones has expired. */
export class LogTransactions {
  private readonly suspects: string[] = []

  take({ transaction, stored }: LogGroup, now: number): void {
    if (findMissing(transaction, stored, now).length > 0) this.suspects.push(transaction)
  }

  suspectIncomplete(inspection: Inspection): void {
    const { table, companyId } = inspection
    for (const transaction of this.suspects) {
      const first = keys.log(companyId, transaction, 0)
      const look = async () => findMissing(transaction, await readLogOfTransaction(table, first), table.now())
      inspection.suspect(transaction, look)
    }
  }
}

function findMissing(transaction: string, rows: Row[], now: number): Finding[] {
  const [first] = rows
  if (!first || hasExpired(getTime(first), now)) return []
  const n = Number(first.n)
  const found = rows.map(({ sk }) => Number(String(sk).split('#')[1]))
  const missing = Array.from({ length: n }, (_, index) => index).filter((index) => !found.includes(index))
  if (missing.length === 0 && rows.length === n && rows.every((row) => Number(row.n) === n)) return []
  const text = `The database transaction wrote ${n} log rows. Found are the numbers ${found.join(', ')}, from 0.`
  return [{ code: 'incomplete_transaction', resource: transaction, text }]
}

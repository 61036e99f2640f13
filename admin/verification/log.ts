import { getTime } from '../../functions/store/log/log-reader'
import type { Inspection } from './inspection'
import { type LogGroup, readLogGroups } from './log-groups'
import { LogTransactions } from './log-transactions'
import { Reversals } from './reversals'
import { review } from './review'
import { StoredCounts } from './stored-counts'
import type { Trails } from './trails'

/** Reads the whole log once, and compares it with the rows that were read before it, and with the stored counts. */
export async function checkLog(inspection: Inspection, trails: Trails, skus: Set<string>): Promise<void> {
  const { table } = inspection
  inspection.report('reading the log')
  const counts = await inspection.attempt('LOGDAYS or LOGSTRETCHES', () => StoredCounts.read(inspection))
  const transactions = new LogTransactions()
  const reversals = new Reversals()
  for await (const groups of readLogGroups(inspection, 0, (checked) => inspection.take(checked))) {
    for (const group of groups) {
      transactions.take(group, table.now())
      reversals.take(group.rows)
      counts?.take(group.stored)
      trails.take(group.rows, table.now())
      for (const { sku } of group.rows) if (sku !== undefined) skus.add(sku)
    }
    countGroups(inspection, groups)
  }
  await review(inspection, trails)
  transactions.suspectIncomplete(inspection)
  reversals.suspectTorn(inspection)
  counts?.suspectWrong(inspection)
}

function countGroups(inspection: Inspection, groups: LogGroup[]): void {
  const last = groups.at(-1)?.stored.at(-1)
  if (!last) return
  inspection.count('database_transactions', groups.length)
  const rows = groups.reduce((sum, { stored }) => sum + stored.length, 0)
  inspection.count('log_rows', rows, `, up to ${new Date(getTime(last)).toISOString()}`)
}

import { compact } from '../../catalogue/compaction'
import { finishDays } from '../../catalogue/log/final-days'
import { needsNewBase } from '../../catalogue/replica/base'
import { baseNames } from '../../store/catalogue/head'
import type { Table } from '../../store/table/table'

/**
 * Counts the days of the company's log that are over, and then renews its bases. False where it has not counted all
 * days at `until`, in epoch milliseconds: another call goes on from there.
 */
export async function maintainCompany(table: Table, companyId: string, until: number): Promise<boolean> {
  if (!(await finishDays(table, companyId, until))) return false
  for (const name of baseNames)
    if (await needsNewBase(table, companyId, name)) await compact(table, companyId, { rebuilt: [name], extended: [] })
  return true
}

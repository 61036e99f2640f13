import { compact, planCompaction } from '../../catalogue/compaction'
import { countSettled, readCountedLog } from '../../catalogue/log/counted-log'
import type { BaseName } from '../../store/catalogue/head'
import { readRunningJobs } from '../../store/companies/job-row'
import type { Table } from '../../store/table/table'
import { runCompanyJob } from './company-jobs'

/** `rebuilt`: a base that is made anew from its rows. Without it, all bases get what the log says since. */
export type Compaction = { company_id: string; rebuilt?: BaseName | null }

const jobName = 'compact-catalogue'

/**
 * Makes the next cold list cheaper: by a new base or by deltas, and by counting the log, since much was written. Safe
 * to run twice. Returns the bases that it has written: none while another compaction of the company runs. Null for a
 * company that is being erased, or is gone.
 */
export async function compactCompany(
  table: Table,
  { company_id, rebuilt = null }: Compaction,
): Promise<BaseName[] | null> {
  const running = await readRunningJobs(table, company_id)
  if (running.some(({ name }) => name === jobName)) return []
  const plan = await planCompaction(table, company_id, rebuilt)
  if (plan.rebuilt.length + plan.extended.length === 0) return []
  return runCompanyJob(table, { companyId: company_id, name: jobName }, async () => {
    const bases = await compact(table, company_id, plan)
    await countSettled(table, company_id, await readCountedLog(table, company_id))
    return bases
  })
}

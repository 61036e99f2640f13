import { compact, planCompaction } from '../catalogue/compaction'
import { countSettled, readCountedLog } from '../catalogue/log/counted-log'
import { runCompanyJob } from '../operations/companies/company-jobs'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import type { BaseName } from '../store/catalogue/head'
import { openTable } from '../store/client'
import { readRunningJobs } from '../store/companies/job-row'

const table = openTable(env.TABLE_NAME)

const jobName = 'compact-catalogue'

/** `rebuilt`: a base that is made anew from its rows. Without it, all bases get what the log says since. */
type CompactionEvent = { company_id: string; rebuilt?: BaseName | null }

/**
 * Makes the next cold list cheaper: by a new base or by deltas, and by counting the log, since much was written. Safe
 * to run twice. Does nothing for a company that is being erased, or is gone, or while another compaction of it runs.
 */
export const handler = withMetrics(async ({ company_id, rebuilt = null }: CompactionEvent): Promise<void> => {
  const running = await readRunningJobs(table, company_id)
  if (running.some(({ name }) => name === jobName)) return
  const plan = await planCompaction(table, company_id, rebuilt)
  if (plan.rebuilt.length + plan.extended.length === 0) return
  const written = await runCompanyJob(table, { companyId: company_id, name: jobName }, async () => {
    const bases = await compact(table, company_id, plan)
    await countSettled(table, company_id, await readCountedLog(table, company_id))
    return bases
  })
  logger.info(written ? 'compacted' : 'the company is gone', { company_id, bases: written ?? [] })
})

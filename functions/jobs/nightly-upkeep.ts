import { countOpenDays, finishDays } from '../catalogue/log/final-days'
import { needsNewBase } from '../catalogue/replica/base'
import { planNames } from '../domain/companies/plan'
import { runCompanyJob } from '../operations/companies/company-jobs'
import { env } from '../runtime/env'
import { logger, reportError } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { requestCompaction } from '../runtime/workers'
import { baseNames } from '../store/catalogue/head'
import { openTable } from '../store/client'
import { readCompaniesOfPlan } from '../store/companies/companies'
import { observe } from '../store/metrics'

const table = openTable(env.TABLE_NAME)

/** Counts the days of the logs that are over, and renews bases. Throws at the end if a company's upkeep failed. */
export const handler = withMetrics(async (): Promise<void> => {
  let failures = 0
  for (const plan of planNames)
    for await (const id of readCompaniesOfPlan(table, plan)) if (!(await maintain(id))) failures += 1
  if (failures > 0) throw new Error(`The upkeep of ${failures} companies failed: see the log.`)
})

/** False where the upkeep failed, so that the job goes on with the next company. */
async function maintain(companyId: string): Promise<boolean> {
  try {
    await runCompanyJob(table, { companyId, name: 'nightly-upkeep' }, () => finishDays(table, companyId))
    for (const base of baseNames)
      if (await needsNewBase(table, companyId, base)) await requestCompaction(companyId, base)
    return true
  } catch (error) {
    logger.error('the upkeep of a company failed', { company_id: companyId, ...reportError(error) })
    observe('UncountedDays', await countOpenDays(table, companyId).catch(() => 1)) // one or more
    return false
  }
}

import { runCompanyJob } from '../operations/companies/company-jobs'
import { takeDailySnapshot } from '../operations/snapshots/daily-snapshot'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/client'

const table = openTable(env.TABLE_NAME)

/** Takes the automatic snapshot of a company for a UTC day, unless it exists. */
export const handler = withMetrics(
  async (event: { company_id: string; date: string }, context: { awsRequestId: string }) => {
    const { company_id, date } = event
    const job = { companyId: company_id, name: 'take-daily-snapshot' }
    const work = () => takeDailySnapshot(table, company_id, date, context.awsRequestId)
    const snapshot = await runCompanyJob(table, job, work)
    logger.info(snapshot ? 'a daily snapshot' : 'nothing to take', { company_id, date, snapshot_id: snapshot?.id })
  },
)

import { formatDate } from '../domain/time'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { requestDailySnapshot } from '../runtime/workers'
import { openTable } from '../store/client'
import { readCompaniesOfPlan } from '../store/companies/companies'
import { runConcurrently } from '../store/concurrently'

const table = openTable(env.TABLE_NAME)

const askedAtOnce = 16

/** For every company on the Enterprise plan. Requesting a snapshot twice has the same effect as once. */
export const handler = withMetrics(async (): Promise<void> => {
  const date = formatDate(table.now())
  let requests = 0
  await runConcurrently(readCompaniesOfPlan(table, 'enterprise'), askedAtOnce, async (companyId) => {
    await requestDailySnapshot(companyId, date)
    requests += 1
  })
  logger.info('daily snapshots were asked for', { date, companies: requests })
})

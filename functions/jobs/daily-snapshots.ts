import { dateOf } from '../domain/time'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { requestDailySnapshot } from '../runtime/workers'
import { openTable } from '../store/client'
import { companiesOfPlan } from '../store/companies/companies'
import { concurrently } from '../store/concurrently'

const table = openTable(env.TABLE_NAME)

const askedAtOnce = 16

/** Asks for today's snapshot of every company of the plan that includes it. Asking twice is the same as asking once. */
export async function handler(): Promise<void> {
  const date = dateOf(table.now())
  let asked = 0
  await concurrently(companiesOfPlan(table, 'enterprise'), askedAtOnce, async (companyId) => {
    await requestDailySnapshot(companyId, date)
    asked += 1
  })
  logger.info('daily snapshots were asked for', { date, companies: asked })
}

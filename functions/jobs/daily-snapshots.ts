import { env } from '../http/env'
import { takeDailySnapshotLater } from '../http/later'
import { logger } from '../http/logger'
import { openTable } from '../store/client'
import { companiesOfPlan } from '../store/companies/companies'

const table = openTable(env.TABLE_NAME)

/** Snapshots that are asked for at once. */
const lanes = 16

/** Asks for today's snapshot of every company of the plan that includes it. Asking twice is the same as asking once. */
export async function handler(): Promise<void> {
  const date = new Date(table.now()).toISOString().slice(0, 10)
  const companies = companiesOfPlan(table, 'enterprise')
  let asked = 0
  const lane = async () => {
    for (let next = await companies.next(); !next.done; next = await companies.next()) {
      await takeDailySnapshotLater(next.value, date)
      asked += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  logger.info('daily snapshots were asked for', { date, companies: asked })
}

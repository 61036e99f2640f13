import { takeDailySnapshot } from '../operations/snapshots/daily-snapshot'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { openTable } from '../store/client'

const table = openTable(env.TABLE_NAME)

/** Takes the automatic snapshot of a company for a UTC day, unless it exists. */
export async function handler(event: { company_id: string; date: string }, context: { awsRequestId: string }) {
  const { company_id, date } = event
  const snapshot = await takeDailySnapshot(table, company_id, date, context.awsRequestId)
  logger.info(snapshot ? 'a daily snapshot' : 'nothing to take', { company_id, date, snapshot_id: snapshot?.id })
}

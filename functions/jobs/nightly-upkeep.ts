import { formatDate } from '../domain/time'
import { queueNight } from '../operations/nightly/queue-night'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openNightlyQueue } from '../runtime/queues/nightly-queue'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)
const queue = openNightlyQueue(env.NIGHTLY_QUEUE_URL ?? '')

/** Queues the upkeep of all companies. */
export const handler = withMetrics(async (): Promise<void> => {
  const date = formatDate(table.now())
  const { queued } = await queueNight(table, queue, 'upkeep', date)
  logger.info('a night begins', { work: 'upkeep', date, companies: queued })
})

import { queueDue } from '../operations/webhooks/queue-due'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openDeliveriesQueue } from '../runtime/queues/deliveries-queue'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)
const queue = openDeliveriesQueue(env.DELIVERIES_QUEUE_URL ?? '')

/** Queues what is due soon. Throws where the queue does not take all: what is left is queued the next time. */
export const handler = withMetrics(async (): Promise<void> => {
  const { queued, untaken, unread } = await queueDue(table, queue)
  if (unread.length > 0) logger.error('rows of what is due cannot be read', { rows: unread.slice(0, 10) })
  if (queued > 0) logger.info('attempts that are due were queued', { attempts: queued })
  if (untaken > 0) throw new Error(`the queue has not taken ${untaken} attempts`)
})

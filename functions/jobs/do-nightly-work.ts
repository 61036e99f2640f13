import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { doWork } from '../operations/nightly/do-work'
import { reportNight } from '../operations/nightly/report-night'
import { env } from '../runtime/env'
import type { RunContext } from '../runtime/failures'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { handleMessages } from '../runtime/queues/messages'
import { NightlyMessage, openNightlyQueue } from '../runtime/queues/nightly-queue'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)
const queue = openNightlyQueue(env.NIGHTLY_QUEUE_URL ?? '')

/** Does the work of a night that the messages name, company by company; or, once more, what was kept of one. */
export const handler = withMetrics(
  async (event: SQSEvent | NightlyMessage, context: RunContext): Promise<SQSBatchResponse> => {
    const handle = (message: NightlyMessage) => work(message, context)
    if ('Records' in event)
      return handleMessages(event, context, { what: 'nightly work', schema: NightlyMessage, handle })
    await handle(NightlyMessage.parse(event))
    return { batchItemFailures: [] }
  },
)

async function work(message: NightlyMessage, { awsRequestId: requestId }: RunContext): Promise<void> {
  if ('report' in message) {
    const { ended, ...figures } = await reportNight(table, queue, message)
    logger.info(ended ? 'a night has ended' : 'a night goes on', {
      work: message.report,
      date: message.date,
      ...figures,
    })
  } else {
    const outcome = await doWork({ table, queue, requestId }, message)
    logger.info('nightly work of a company', { ...message, outcome })
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { noteCrossings } from '../operations/alerts/note-crossings'
import {
  combineReports,
  findStreamedRow,
  type PublishReport,
  publishRows,
  type RowToPublish,
  readRecord,
  type StreamedRow,
} from '../operations/log/publish-rows'
import { queueDeliveries } from '../operations/webhooks/queue-deliveries'
import { env } from '../runtime/env'
import { openEventBus } from '../runtime/event-bus'
import { keepFailure, type RunContext } from '../runtime/failures'
import { logger, reportError } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openAlertsQueue } from '../runtime/queues/alerts-queue'
import { openDeliveriesQueue } from '../runtime/queues/deliveries-queue'
import { openTable } from '../store/table/table'

type RowKey = StreamedRow['key']

const table = openTable(env.TABLE_NAME)
const put = openEventBus(env.EVENT_BUS ?? '')
const queue = openDeliveriesQueue(env.DELIVERIES_QUEUE_URL ?? '')
/** Null where the stack sends no mail. */
const alerts = env.ALERTS_QUEUE_URL === undefined ? null : openAlertsQueue(env.ALERTS_QUEUE_URL)

/**
 * Queues deliveries of the events of new log rows, notes what became low, and puts the events on the bus. Runs with a
 * batch of the table's stream, or with the key of a row that failed on its own, to try it once more.
 */
export const handler = withMetrics(
  async (event: DynamoDBStreamEvent | RowKey, context: RunContext): Promise<DynamoDBBatchResponse> => {
    if ('Records' in event) return publishBatch(event, context)
    await publishAgain(event)
    return { batchItemFailures: [] }
  },
)

/** Answers with the record from which Lambda is to send again, if there is one. */
async function publishBatch({ Records }: DynamoDBStreamEvent, context: RunContext): Promise<DynamoDBBatchResponse> {
  const rows = Records.map(readRecord)
  const outcome = await publish(rows)
  const unkept = await keepFailures(
    outcome,
    rows.map(({ key }) => key),
    context,
  )
  const from = unkept ?? outcome.untaken
  if (from === null) return { batchItemFailures: [] }
  logger.warn('events were not taken, and are sent again', { rows: rows.length, from, reason: outcome.lastError })
  return { batchItemFailures: [{ itemIdentifier: rows[from]?.place ?? '' }] }
}

/** Where one of them is away, the others still get everything. */
async function publish(rows: RowToPublish[]): Promise<PublishReport> {
  const queued = await queueDeliveries(table, rows, queue)
  const noted = alerts ? combineReports(queued, await noteCrossings(table, rows, alerts)) : queued
  return combineReports(noted, await publishRows(rows, put, sleep))
}

/** The stream's own failure messages hold places, not rows, and a place is gone after a day. So the row is named. */
async function keepFailures({ failed }: PublishReport, keys: RowKey[], context: RunContext): Promise<number | null> {
  for (const { index, error } of failed) {
    const key = keys[index] ?? { pk: '', sk: '' }
    logger.error('a row has events that are not taken', { ...key, ...reportError(error) })
    try {
      await keepFailure(key, error, context, 1)
    } catch (unkept) {
      logger.warn('the queue of failures does not answer', reportError(unkept))
      return index
    }
  }
  return null
}

/** Throws where the events are not taken. */
async function publishAgain({ pk, sk }: RowKey): Promise<void> {
  const row = await findStreamedRow(table, { pk, sk })
  if (row === null) return logger.info('the row is gone', { pk, sk })
  const { failed, untaken, lastError } = await publish([{ row }])
  if (failed[0]) throw failed[0].error
  if (untaken !== null) throw new Error(`the events were not taken: ${lastError}`)
}

import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { deliver } from '../operations/webhooks/deliver'
import { env } from '../runtime/env'
import { logger, reportError } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { DeliveryMessage, openDeliveriesQueue } from '../runtime/queues/deliveries-queue'
import { parseMessage } from '../runtime/queues/messages'
import { openVault } from '../runtime/vault'
import { openSender } from '../runtime/webhooks/send-webhook'
import { reach } from '../runtime/webhooks/webhook-host'
import { openTable } from '../store/table/table'

const deliverer = {
  table: openTable(env.TABLE_NAME),
  queue: openDeliveriesQueue(env.DELIVERIES_QUEUE_URL ?? ''),
  vault: openVault(env.WEBHOOK_KEY ?? ''),
  sendWebhook: openSender(reach),
  random: Math.random,
}

/**
 * Makes the attempts that the messages name. Answers with those that must come again, since the service has failed.
 * Throws where it has failed for all of them: then no attempt can be made, and an alarm counts runs that fail.
 */
export const handler = withMetrics(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const read = Records.flatMap((record) => readMessage(record) ?? [])
  const undelivered = await deliver(
    deliverer,
    read.map(({ message }) => message),
  )
  const batchItemFailures = undelivered.flatMap(({ index, error }) => {
    const { record, message } = read[index] ?? {}
    logger.error('an attempt could not be made, and is tried again', { ...message, ...reportError(error) })
    return record ? [{ itemIdentifier: record.messageId }] : []
  })
  if (undelivered[0] && undelivered.length === read.length) throw undelivered[0].error
  return { batchItemFailures }
})

/** Null for what is no message of ours: it would come again for days. */
function readMessage(record: SQSRecord) {
  const message = parseMessage(record.body, DeliveryMessage)
  if (message === null) logger.error('a message names no attempt, and is dropped', { message_id: record.messageId })
  return message && { record, message }
}

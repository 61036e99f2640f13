import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { sendMessages } from './message-batches'

/**
 * Names an attempt to deliver. `attempt` counts from 0. `turned_away`: how often the message was put back, since others
 * of its webhook were under way.
 */
const DeliveryMessage = z.object({
  company_id: z.string().min(1),
  webhook_id: z.string().min(1),
  delivery_id: z.string().min(1),
  attempt: z.int().nonnegative(),
  turned_away: z.int().nonnegative().optional(),
})
export type DeliveryMessage = z.infer<typeof DeliveryMessage>

/** Null where it names no attempt. */
export function parseDeliveryMessage(body: string): DeliveryMessage | null {
  try {
    return DeliveryMessage.parse(JSON.parse(body))
  } catch {
    return null
  }
}

/**
 * Sends messages, each after a delay of at most `maxDelayMs`. Returns the indexes of those that were not taken. Throws
 * where the queue fails before it has taken any.
 */
export type SendMessages = (messages: { message: DeliveryMessage; delayMs: number }[]) => Promise<number[]>

const limits = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/** A queue of SQS that is fair among companies: each message names its company as its group. */
export function openDeliveriesQueue(QueueUrl: string, config: SQSClientConfig = {}): SendMessages {
  const client = new SQSClient({ requestHandler: limits, maxAttempts: 3, ...config })
  return (messages) =>
    sendMessages(
      client,
      QueueUrl,
      messages.map(({ message, delayMs }) => ({ body: message, group: message.company_id, delayMs })),
    )
}

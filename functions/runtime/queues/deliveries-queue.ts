import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { clientLimits } from '../client-limits'
import { sendMessages } from './message-batches'

/**
 * Names an attempt to deliver. `attempt` counts from 0. `turned_away`: how often the message was put back, since others
 * of its webhook were under way.
 */
export const DeliveryMessage = z.object({
  company_id: z.string().min(1),
  webhook_id: z.string().min(1),
  delivery_id: z.string().min(1),
  attempt: z.int().nonnegative(),
  turned_away: z.int().nonnegative().optional(),
})
export type DeliveryMessage = z.infer<typeof DeliveryMessage>

/**
 * Sends messages, each after a delay of at most `maxDelayMs`. Returns the indexes of those that were not taken. Throws
 * where the queue fails before it has taken any.
 */
export type SendMessages = (messages: { message: DeliveryMessage; delayMs: number }[]) => Promise<number[]>

/** A queue of SQS that is fair among companies: each message names its company as its group. */
export function openDeliveriesQueue(QueueUrl: string, config: SQSClientConfig = {}): SendMessages {
  const client = new SQSClient({ requestHandler: clientLimits, maxAttempts: 3, ...config })
  return (messages) =>
    sendMessages(
      client,
      QueueUrl,
      messages.map(({ message, delayMs }) => ({ body: message, group: message.company_id, delayMs })),
    )
}

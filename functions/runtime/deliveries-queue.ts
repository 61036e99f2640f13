import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import * as z from 'zod'

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

/** SQS's longest delay of a message. */
export const maxDelayMs = 900_000
/** SQS's limit of one call. */
const maxEntries = 10

const limits = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/** A queue of SQS that is fair among companies: each message names its company as its group. */
export function openDeliveriesQueue(QueueUrl: string, config: SQSClientConfig = {}): SendMessages {
  const client = new SQSClient({ requestHandler: limits, maxAttempts: 3, ...config })
  return async (messages) => {
    const untaken: number[] = []
    for (let from = 0; from < messages.length; from += maxEntries) {
      const Entries = messages.slice(from, from + maxEntries).map(({ message, delayMs }, index) => ({
        Id: String(from + index),
        MessageBody: JSON.stringify(message),
        MessageGroupId: message.company_id,
        DelaySeconds: Math.ceil(Math.min(Math.max(delayMs, 0), maxDelayMs) / 1_000),
      }))
      try {
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
        untaken.push(...Failed.map(({ Id }) => Number(Id)))
      } catch (error) {
        if (from === 0) throw error
        return [...untaken, ...Array.from(messages.keys()).slice(from)]
      }
    }
    return untaken
  }
}

import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** `group`: SQS is fair among groups. `delayMs`: at most `maxDelayMs`. */
export type OutgoingMessage = { body: object; group: string; delayMs: number }

/** SQS's longest delay of a message. */
export const maxDelayMs = 900_000
/** SQS's limit of one call. */
export const maxEntries = 10

/**
 * Sends the messages, ten in a call, one call after the other. Returns the indexes of those that were not taken. Throws
 * where the queue fails before it has taken any.
 */
export async function sendMessages(
  client: SQSClient,
  QueueUrl: string,
  messages: OutgoingMessage[],
): Promise<number[]> {
  const untaken: number[] = []
  for (let from = 0; from < messages.length; from += maxEntries) {
    const Entries = messages.slice(from, from + maxEntries).map(({ body, group, delayMs }, index) => ({
      Id: String(from + index),
      MessageBody: JSON.stringify(body),
      MessageGroupId: group,
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

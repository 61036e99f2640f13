import { SendMessageCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { clientLimits } from '../client-limits'

/** Names an alert of a company. One that has another id by now has been taken over by a later message. */
export const AlertMessage = z.object({ company_id: z.string().min(1), alert_id: z.string().min(1) })
export type AlertMessage = z.infer<typeof AlertMessage>

/** Sends the message, which arrives after `delayMs`, at most 15 minutes. */
export type QueueAlert = (message: AlertMessage, delayMs: number) => Promise<void>

export function openAlertsQueue(QueueUrl: string, config: SQSClientConfig = {}): QueueAlert {
  const client = new SQSClient({ requestHandler: clientLimits, maxAttempts: 3, ...config })
  return async (message, delayMs) => {
    const DelaySeconds = Math.ceil(delayMs / 1_000)
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }))
  }
}

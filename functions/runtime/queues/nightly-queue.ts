import { GetQueueAttributesCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { nightlyWorks } from '../../domain/companies/nightly-work'
import { clientLimits } from '../client-limits'
import { sendMessages } from './message-batches'

const date = z.iso.date()

/** The work of a night (`date`, a UTC day) for one company. */
const CompanyMessage = z.strictObject({ work: z.enum(nightlyWorks), company_id: z.string().min(1), date })
/** Asks how far the night has come. `left`: companies that were left when it was asked before, or null. */
const ReportMessage = z.strictObject({ report: z.enum(nightlyWorks), date, left: z.int().nullable() })

/** A message of the queue of the night. */
export const NightlyMessage = z.union([CompanyMessage, ReportMessage])
export type CompanyMessage = z.infer<typeof CompanyMessage>
export type ReportMessage = z.infer<typeof ReportMessage>
export type NightlyMessage = z.infer<typeof NightlyMessage>

/** `send` returns the indexes of messages that were not taken. `countWaiting`: about how many wait for a worker. */
export type NightlyQueue = {
  send: (messages: NightlyMessage[], delayMs?: number) => Promise<number[]>
  countWaiting: () => Promise<number>
}

/** A queue of SQS that is fair among companies: one whose work takes many messages does not hold up the others. */
export function openNightlyQueue(QueueUrl: string, config: SQSClientConfig = {}): NightlyQueue {
  const client = new SQSClient({ requestHandler: clientLimits, maxAttempts: 3, ...config })
  const name = 'ApproximateNumberOfMessages'
  return {
    send: (messages, delayMs = 0) =>
      sendMessages(
        client,
        QueueUrl,
        messages.map((body) => ({ body, group: 'report' in body ? body.report : body.company_id, delayMs })),
      ),
    countWaiting: async () => {
      const query = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] })
      return Number((await client.send(query)).Attributes?.[name])
    },
  }
}

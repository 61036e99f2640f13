import { join } from 'node:path'
import * as z from 'zod'
import { makePhysicalName, makeQueueUrl } from '../names'
import { readOutput, readResources, type Stack } from '../template'
import { MessageQueue } from './message-queue'

const Seconds = z.number().optional()
const QueueProperties = z.object({
  VisibilityTimeout: Seconds,
  DelaySeconds: Seconds,
  MessageRetentionPeriod: Seconds,
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
})
type QueueProperties = z.infer<typeof QueueProperties>

const OnFailure = z.object({
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
})

/**
 * The queues of the template. `failures` takes what failed for good. `deliveries` is the one that the template's output
 * names, or null.
 */
export type Queues = { all: MessageQueue[]; failures: MessageQueue; deliveries: MessageQueue | null }

/**
 * Throws unless the template has one queue for what failed. `dataDir` keeps their messages, each queue's in a file of
 * its own, or is null.
 */
export function openQueues(stack: Stack, now: () => number, dataDir: string | null = null): Queues {
  const described = [...readResources(stack, 'AWS::SQS::Queue', QueueProperties)].map(([id, properties]) => {
    const name = makePhysicalName(stack.name, id)
    const file = dataDir === null ? null : join(dataDir, `queue-${name}.jsonl`)
    return { queue: new MessageQueue(name, now, readSettings(properties), file), properties }
  })
  const all = described.map(({ queue }) => queue)
  for (const { queue, properties } of described) queue.redrive = readRedrive(properties, all)
  const failing = ['AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::EventSourceMapping'].flatMap((type) => [
    ...readResources(stack, type, OnFailure).values(),
  ])
  const destinations = failing.map(({ DestinationConfig }) => DestinationConfig.OnFailure?.Destination)
  const failed = all.filter(({ arn }) => destinations.includes(arn))
  const [failures] = failed
  if (!failures || failed.length > 1)
    throw new Error(`events that failed lead to ${failed.length} queues of the template; one is needed`)
  const deliveriesUrl = readOutput(stack, 'DeliveriesQueueUrl')
  return { all, failures, deliveries: all.find(({ name }) => makeQueueUrl(name) === deliveriesUrl) ?? null }
}

function readRedrive({ RedrivePolicy }: QueueProperties, all: MessageQueue[]): MessageQueue['redrive'] {
  if (RedrivePolicy === undefined) return null
  const { deadLetterTargetArn, maxReceiveCount: most } = RedrivePolicy
  const to = all.find(({ arn }) => arn === deadLetterTargetArn)
  if (!to) throw new Error(`the template has no queue ${deadLetterTargetArn}`)
  return { to, most }
}

/** Only what the template sets. */
function readSettings({ VisibilityTimeout, DelaySeconds, MessageRetentionPeriod }: QueueProperties) {
  return {
    ...(VisibilityTimeout !== undefined && { visibilityMs: VisibilityTimeout * 1_000 }),
    ...(DelaySeconds !== undefined && { delayMs: DelaySeconds * 1_000 }),
    ...(MessageRetentionPeriod !== undefined && { retentionMs: MessageRetentionPeriod * 1_000 }),
  }
}

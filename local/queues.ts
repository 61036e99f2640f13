import { join } from 'node:path'
import * as z from 'zod'
import { MessageQueue } from './message-queue'
import { makePhysicalName } from './names'
import { readResources, type Stack } from './template'

const Seconds = z.number().optional()
const QueueProperties = z.object({
  VisibilityTimeout: Seconds,
  DelaySeconds: Seconds,
  MessageRetentionPeriod: Seconds,
})

const OnFailure = z.object({
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
})
const Source = z.object({ EventSourceArn: z.string() })

/**
 * The queues of the template. `failures` takes what failed for good. `deliveries` is the one whose messages run a
 * function, or null.
 */
export type Queues = { all: MessageQueue[]; failures: MessageQueue; deliveries: MessageQueue | null }

/**
 * Throws unless the template has one queue for what failed, and one at most whose messages run a function. `dataDir`
 * keeps their messages, each queue's in a file of its own, or is null.
 */
export function openQueues(stack: Stack, now: () => number, dataDir: string | null = null): Queues {
  const all = [...readResources(stack, 'AWS::SQS::Queue', QueueProperties)].map(([id, properties]) => {
    const name = makePhysicalName(stack.name, id)
    const file = dataDir === null ? null : join(dataDir, `queue-${name}.jsonl`)
    return new MessageQueue(name, now, readSettings(properties), file)
  })
  const among = (arns: (string | undefined)[]) => all.filter(({ arn }) => arns.includes(arn))
  const mappings = 'AWS::Lambda::EventSourceMapping'
  const failing = ['AWS::Lambda::EventInvokeConfig', mappings].flatMap((type) => [
    ...readResources(stack, type, OnFailure).values(),
  ])
  const failed = among(failing.map(({ DestinationConfig }) => DestinationConfig.OnFailure?.Destination))
  const [failures] = failed
  if (!failures || failed.length > 1)
    throw new Error(`events that failed lead to ${failed.length} queues of the template; one is needed`)
  const sources = among(
    [...readResources(stack, mappings, Source).values()].map(({ EventSourceArn }) => EventSourceArn),
  )
  if (sources.length > 1)
    throw new Error('the messages of more than one queue run functions; the local service has one')
  return { all, failures, deliveries: sources[0] ?? null }
}

/** Only what the template sets. */
function readSettings({ VisibilityTimeout, DelaySeconds, MessageRetentionPeriod }: z.infer<typeof QueueProperties>) {
  return {
    ...(VisibilityTimeout !== undefined && { visibilityMs: VisibilityTimeout * 1_000 }),
    ...(DelaySeconds !== undefined && { delayMs: DelaySeconds * 1_000 }),
    ...(MessageRetentionPeriod !== undefined && { retentionMs: MessageRetentionPeriod * 1_000 }),
  }
}

import * as z from 'zod'
import { region } from '../names'
import { describeMessage, type Message, type MessageQueue } from '../queues/message-queue'
import type { Stack } from '../template'
import { type EventSource, type EventSourceOptions, MappedFunction, Mapping, readMappings } from './event-sources'

const QueueMapping = Mapping.extend({
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  ScalingConfig: z
    .object({ MaximumConcurrency: z.number().default(Number.POSITIVE_INFINITY) })
    .default({ MaximumConcurrency: Number.POSITIVE_INFINITY }),
  FilterCriteria: z.undefined('the local service does not filter messages yet').optional(),
})
type QueueMapping = z.output<typeof QueueMapping>

const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) => `sqs:${name}`)

/** Between two looks at a queue whose messages become visible by themselves: a test may move the clock. */
const longestPauseMs = 100

/** `concurrency`: how many batches the function's pool runs at the same time. */
type Options = EventSourceOptions & { concurrency: number }

/**
 * Runs a function with the messages of a queue, as Lambda does: in batches, several at the same time. What the function
 * has not failed is deleted, the rest comes again after the queue's visibility timeout. What is being worked on stays
 * hidden for as long as that takes.
 */
class QueueEventSource implements EventSource {
  private readonly mapped: MappedFunction
  /** Batches. */
  private running = 0
  private stopped = false
  private timer: NodeJS.Timeout | undefined
  private wakes = false
  /** When the batch that is being collected was begun, in epoch milliseconds. */
  private collectingSince: number | null = null
  private unwatch = () => {}

  constructor(
    private readonly mapping: QueueMapping,
    private readonly queue: MessageQueue,
    private readonly options: Options,
  ) {
    this.mapped = new MappedFunction(mapping, actions, options)
  }

  start(): void {
    this.unwatch = this.queue.watch(() => this.wake())
    this.wake()
  }

  /** What is being worked on is left alone. */
  async stop(): Promise<void> {
    this.stopped = true
    this.unwatch()
    clearTimeout(this.timer)
  }

  /** Looks at the queue once all that happens now has happened: so messages that are sent together are one batch. */
  private wake(): void {
    if (this.wakes || this.stopped) return
    this.wakes = true
    setImmediate(() => {
      this.wakes = false
      this.look()
    })
  }

  private look(): void {
    clearTimeout(this.timer)
    if (this.stopped) return
    const { concurrency } = this.options
    const most = Math.min(this.mapping.ScalingConfig.MaximumConcurrency, concurrency)
    while (this.running < most && this.isBatchReady()) void this.process()
    // Whatever ends, comes or is given back wakes it. Only what becomes visible by itself does not.
    if (this.running < most && (this.queue.nextVisibleAt !== null || this.queue.visibleCount > 0))
      this.timer = setTimeout(() => this.look(), longestPauseMs)
  }

  /** Full, or collected for long enough. */
  private isBatchReady(): boolean {
    const { BatchSize, MaximumBatchingWindowInSeconds } = this.mapping
    const now = this.options.now()
    const visible = this.queue.visibleCount
    this.collectingSince = visible === 0 ? null : (this.collectingSince ?? now)
    if (this.collectingSince === null) return false
    const ready = visible >= BatchSize || now - this.collectingSince >= MaximumBatchingWindowInSeconds * 1_000
    if (ready) this.collectingSince = null
    return ready
  }

  private async process(): Promise<void> {
    this.running += 1
    const at = this.options.now()
    const batch = this.queue.receive(this.mapping.BatchSize, Number.POSITIVE_INFINITY)
    const failed = await this.mapped.run(batch.map((message) => this.toRecord(message)))
    const known = failed?.every((id) => batch.some((message) => message.id === id)) // an unknown id fails all
    for (const { id, receipt } of batch)
      if (failed === null || !known || failed.includes(id)) this.giveBack(receipt, at)
      else this.queue.delete(receipt)
    this.running -= 1
    this.wake()
  }

  /** The visibility timeout counts from when the message was received (`at`, epoch milliseconds). */
  private giveBack(receipt: string, at: number): void {
    const { visibilityMs } = this.queue.settings
    const passedMs = Math.max(0, this.options.now() - at)
    this.queue.hide(receipt, Math.max(0, visibilityMs - passedMs))
  }

  /** As Lambda passes it on. */
  private toRecord(message: Message) {
    const { id, receipt, body, md5OfBody, attributes } = message
    const sent = Object.entries(attributes).map(([name, stringValue]) => [
      name,
      { stringValue, stringListValues: [], binaryListValues: [], dataType: 'String' },
    ])
    return {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: describeMessage(message),
      messageAttributes: Object.fromEntries(sent),
      md5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: this.queue.arn,
      awsRegion: region,
    }
  }
}

/** Opens those of the template. */
export function openQueueEventSources(stack: Stack, queues: MessageQueue[], options: Options): EventSource[] {
  return readMappings(stack, 'sqs', QueueMapping).map((mapping) => {
    const queue = queues.find(({ arn }) => arn === mapping.EventSourceArn)
    if (!queue) throw new Error(`the template has no queue ${mapping.EventSourceArn}`)
    return new QueueEventSource(mapping, queue, options)
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import * as z from 'zod'
import type { MessageQueue } from '../queues/message-queue'
import type { StreamReader } from '../table/stream-reader'
import type { Stack } from '../template'
import { type EventPattern, matchesPattern } from './event-pattern'
import { type EventSource, type EventSourceOptions, MappedFunction, Mapping, readMappings } from './event-sources'

const StreamMapping = Mapping.extend({
  BatchSize: z.number().default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  MaximumRetryAttempts: z.number().default(-1),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).default({ Filters: [] }),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
})
type StreamMapping = z.output<typeof StreamMapping>

const actions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map((name) => `dynamodb:${name}`)

/**
 * After a look at the stream that filled no batch: what follows soon comes together. Lambda looks four times a second.
 * Also before a batch is sent again. Where there is nothing new, and where it fails again, it grows to the longest.
 */
const pauseMs = 100
const longestPauseMs = 1_000

type Options = EventSourceOptions & { failures: MessageQueue }

/** A record of the stream, and when it was first seen, in epoch milliseconds. */
type Seen = { record: LambdaRecord; place: string; at: number }
type LambdaRecord = ReturnType<typeof toLambdaRecord>

/**
 * Runs functions with what a stream says, as Lambda does: in order, in batches, filtered. A batch that fails is cut in
 * half, and sent again until its records are too old. The rest of the stream waits meanwhile.
 */
class StreamEventSource implements EventSource {
  private readonly mapped: MappedFunction
  private stopped = false
  private running: Promise<void> = Promise.resolve()
  private readonly stopping = new AbortController()

  constructor(
    private readonly mapping: StreamMapping,
    private readonly stream: StreamReader,
    private readonly options: Options,
  ) {
    this.mapped = new MappedFunction(mapping, actions, options)
  }

  start(): void {
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.stopping.abort()
    await this.running
  }

  private async run(): Promise<void> {
    for (let pause = pauseMs; !this.stopped; ) {
      const records = await this.stream.read(this.mapping.BatchSize).catch((error: unknown) => {
        if (!this.stopped) this.options.onLog(`the stream cannot be read: ${error}`)
        return []
      })
      const at = this.options.now()
      const wanted = records.map(toLambdaRecord).filter((record) => this.isWanted(record))
      await this.process(wanted.map((record) => ({ record, place: record.dynamodb.SequenceNumber, at })))
      if (this.stopped) return
      if (records.length > 0) this.stream.keepPlace()
      pause = records.length > 0 ? pauseMs : Math.min(pause * 2, longestPauseMs)
      if (records.length < this.mapping.BatchSize) await this.pause(pause)
    }
  }

  private isWanted(record: LambdaRecord): boolean {
    const { Filters } = this.mapping.FilterCriteria
    return Filters.length === 0 || Filters.some(({ Pattern }) => matchesPattern(parsePattern(Pattern), record))
  }

  /** To the end: all were taken, or were given up. */
  private async process(batch: Seen[]): Promise<void> {
    let left = batch
    let attempts = 0
    for (let pause = pauseMs; left.length > 0 && !this.stopped; ) {
      left = this.giveUpOld(left, attempts)
      if (left.length === 0) return
      const outcome = await this.send(left)
      attempts += 1
      if (this.stopped) return
      if (outcome.failedFrom === null) return
      if (outcome.failedFrom > 0) {
        left = left.slice(outcome.failedFrom) // what comes before was taken
        attempts = 0
        continue
      }
      const { MaximumRetryAttempts: most, BisectBatchOnFunctionError: bisects } = this.mapping
      if (most >= 0 && attempts > most) return this.giveUp(left, attempts, 'RetryAttemptsExhausted')
      if (bisects && outcome.crashed && left.length > 1) {
        const middle = Math.ceil(left.length / 2)
        await this.process(left.slice(0, middle))
        left = left.slice(middle)
        attempts = 0
        continue
      }
      await this.pause(pause)
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  /** `failedFrom`: the place in the batch of the first record that is to be sent again, or null. */
  private async send(batch: Seen[]): Promise<{ failedFrom: number | null; crashed: boolean }> {
    const failures = await this.mapped.run(batch.map(({ record }) => record))
    if (failures === null) return { failedFrom: 0, crashed: true }
    if (failures.length === 0) return { failedFrom: null, crashed: false }
    const places = failures.map((failure) => batch.findIndex(({ place }) => place === failure))
    // A place that is not in the batch fails it as a whole.
    return { failedFrom: places.includes(-1) ? 0 : Math.min(...places), crashed: false }
  }

  private giveUpOld(batch: Seen[], attempts: number): Seen[] {
    const { MaximumRecordAgeInSeconds: seconds } = this.mapping
    const isOld = ({ at }: Seen) => seconds >= 0 && this.options.now() - at > seconds * 1_000
    const old = batch.filter(isOld)
    if (old.length > 0) this.giveUp(old, attempts, 'RecordAgeExceeded')
    return batch.filter((each) => !isOld(each))
  }

  /** The message has places, and no records. */
  private giveUp(batch: Seen[], attempts: number, condition: string): void {
    const { failures, now, onLog } = this.options
    const queue = this.mapping.DestinationConfig.OnFailure?.Destination
    const kept = queue === failures.arn && this.mapped.may({ action: 'sqs:SendMessage', resource: queue })
    onLog(`${batch.length} records of the stream are given up: ${condition}${kept ? '' : ', and are lost'}`)
    if (!kept) return
    const message = {
      requestContext: {
        requestId: randomUUID(),
        functionArn: this.mapped.arn,
        condition,
        approximateInvokeCount: attempts,
      },
      version: '1.0',
      timestamp: new Date(now()).toISOString(),
      DDBStreamBatchInfo: {
        shardId: this.stream.shard,
        startSequenceNumber: batch[0]?.place,
        endSequenceNumber: batch.at(-1)?.place,
        approximateArrivalOfFirstRecord: formatTime(batch[0]?.at),
        approximateArrivalOfLastRecord: formatTime(batch.at(-1)?.at),
        batchSize: batch.length,
        streamArn: this.mapping.EventSourceArn,
      },
    }
    failures.send(JSON.stringify(message))
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => {})
  }
}

/** Opens those of the template. */
export function openStreamEventSources(stack: Stack, stream: StreamReader, options: Options): EventSource[] {
  const mappings = readMappings(stack, 'stream', StreamMapping)
  if (mappings.length > 1) throw new Error('the local service reads a stream for one function alone')
  return mappings.map((mapping) => new StreamEventSource(mapping, stream, options))
}

function formatTime(at = 0): string {
  return new Date(at).toISOString()
}

const patterns = new Map<string, EventPattern>()

function parsePattern(text: string): EventPattern {
  const known = patterns.get(text) ?? (JSON.parse(text) as EventPattern)
  patterns.set(text, known)
  return known
}

/** As Lambda passes it on: attribute values in DynamoDB's JSON. */
function toLambdaRecord({ eventID, eventName, dynamodb = {} }: _Record) {
  return {
    eventID,
    eventName,
    eventSource: 'aws:dynamodb',
    dynamodb: {
      Keys: dynamodb.Keys as { [name: string]: AttributeValue },
      NewImage: dynamodb.NewImage as { [name: string]: AttributeValue } | undefined,
      SequenceNumber: dynamodb.SequenceNumber ?? '',
      StreamViewType: dynamodb.StreamViewType,
    },
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { waitFor } from '../../test/support/eventually'
import { useFolder } from '../../test/support/folder'
import { makeFunctionOptions, noServices } from '../../test/support/function-options'
import { makeQueuesStack } from '../../test/support/queues-stack'
import { openQueueEventSources } from '../events/queue-event-source'
import { readFunctions } from '../functions/function-definitions'
import { Functions } from '../functions/functions'
import { Turns } from '../functions/turns'
import { openQueues } from '../queues/queues'
import { openSqsEndpoint } from '../queues/sqs-endpoint'
import { access } from './access'

/** Fails the messages that say so. `crash` ends the thread, `env` throws what it knows. A path is waited for. */
const bundle = `
  const { existsSync } = require('node:fs')
  exports.handler = async ({ Records }) => {
    const bodies = Records.map(({ body }) => body)
    if (bodies.includes('crash')) process.exit(1)
    if (bodies.includes('env')) throw new Error([process.env.QUEUE_URL, process.env.LOCAL_WEBHOOKS].join(' '))
    const files = bodies.filter((body) => body.startsWith('/'))
    while (!files.every((file) => existsSync(file))) await new Promise((done) => setTimeout(done, 5))
    const failed = Records.filter(({ body }) => body === 'fail').map(({ messageId }) => messageId)
    if (bodies.includes('unknown')) failed.push('unknown')
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }`

const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
const mapping = { BatchSize: 3, FunctionResponseTypes: ['ReportBatchItemFailures'] }

const folder = useFolder()
let files = 0
const nameFile = () => join(folder, String(files++))
let now: number
/** How often the clock was read. */
let reads = 0
let events: SQSEvent[]
let ended: number
const stops: (() => unknown)[] = []
beforeEach(() => {
  writeFileSync(join(folder, 'index.js'), bundle)
  now = 1_000_000
  events = []
  ended = 0
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const readClock = () => {
  reads += 1
  return now
}

/** The event source of a template with this mapping, not started. */
async function open(set: object = mapping, { granted = actions, concurrency = 4 } = {}) {
  const stack = makeQueuesStack({ bundle: folder, actions: granted, mapping: set })
  const definitions = readFunctions(stack)
  const turns = new Turns(16, 60_000)
  const functions = new Functions(definitions, { requests: turns, background: turns })
  const { all, deliveries: queue } = openQueues(stack, readClock)
  if (!queue) throw new Error('the template has a queue whose messages run a function')
  const sqs = await openSqsEndpoint(all, new Map())
  stops.push(sqs.stop)
  const logs: string[] = []
  const own = { onLog: (line: string) => logs.push(line), now: readClock }
  functions.open(makeFunctionOptions({ services: { ...noServices, sqs }, concurrency, ...own }), undefined)
  stops.push(() => functions.stop())
  const invoke = async (arn: string, event: unknown) => {
    events.push(event as SQSEvent)
    const invocation = await functions.invoke(arn, event, Number.POSITIVE_INFINITY)
    ended += 1
    return invocation
  }
  const client = new SQSClient({ endpoint: sqs.endpoint, ...access, maxAttempts: 1 })
  stops.push(() => client.destroy())
  const sources = openQueueEventSources(stack, all, { ...own, functions: definitions, invoke, concurrency })
  return { queue, sqs, client, logs, sources }
}

async function start(...options: Parameters<typeof open>) {
  const opened = await open(...options)
  for (const source of opened.sources) {
    source.start()
    stops.push(() => source.stop())
  }
  return opened
}

const bodies = () => events.map(({ Records }) => Records.map(({ body }) => body))
/** Until so many invocations have ended. */
const waitForEnds = (wanted: number) => waitFor(async () => ended >= wanted && (await settle()))
/** What an end leads to has happened. */
const settle = () => new Promise<true>((done) => setImmediate(() => setImmediate(() => done(true))))
/** It has looked at the queue, by the clock as it is now. */
const waitForLooks = async () => {
  const before = reads
  await waitFor(async () => reads > before + 5)
}
const release = (file: string) => writeFileSync(file, '')

test('a function without the rights on its queue is not run', async () => {
  for (const action of actions)
    await expect(open(mapping, { granted: actions.filter((each) => each !== action) })).rejects.toThrow(
      `lacks ${action} on arn:aws:sqs:us-east-1:000000000000:Stack-Deliveries`,
    )
})

test('what the runtime does not know of a mapping is an error', async () => {
  await expect(open({ FilterCriteria: { Filters: [] } })).rejects.toThrow('does not filter messages')
})

test('messages of one call are one batch, as Lambda gives it to a function, and are gone then', async () => {
  const { client, sqs, queue } = await start()
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } }
  const group = { MessageGroupId: 'cmp_1', MessageAttributes }
  const Entries = ['a', 'b'].map((body) => ({ Id: body, MessageBody: body, ...group }))
  await client.send(new SendMessageBatchCommand({ QueueUrl: sqs.queueUrl(queue), Entries }))
  await waitForEnds(1)
  const attributes = { ApproximateReceiveCount: '1', SentTimestamp: '1000000', MessageGroupId: 'cmp_1' }
  const messageAttributes = { kind: { dataType: 'String', stringValue: 'test' } }
  const source = { eventSource: 'aws:sqs', eventSourceARN: queue.arn, awsRegion: 'us-east-1' }
  const hashes = { a: '0cc175b9c0f1b6a831c399e269772661', b: '92eb5ffee6ae2fec3ad71c777531578f' }
  const records = Object.entries(hashes).map(([body, md5OfBody]) => ({ body, md5OfBody }))
  const Records = records.map((record) => ({ ...source, attributes, messageAttributes, ...record }))
  expect(events).toMatchObject([{ Records }])
  expect(queue.list()).toEqual([])
})

test('only what failed comes again, after the visibility timeout of the queue', async () => {
  const { queue } = await start()
  for (const body of ['a', 'fail', 'b']) queue.send(body)
  await waitForEnds(1)
  expect(queue.count()).toEqual({ visible: 0, hidden: 1, delayed: 0 })
  now += 119_999
  await waitForLooks()
  expect(bodies()).toEqual([['a', 'fail', 'b']])
  now += 1
  await waitForEnds(2)
  expect(bodies()).toEqual([['a', 'fail', 'b'], ['fail']])
  expect(events[1]?.Records[0]?.attributes.ApproximateReceiveCount).toBe('2')
})

test.each(['crash', 'unknown'])('all messages of a batch come again: %s', async (body) => {
  const { queue } = await start()
  queue.send('a')
  queue.send(body)
  await waitForEnds(1)
  expect(queue.count()).toEqual({ visible: 0, hidden: 2, delayed: 0 })
})

test('without ReportBatchItemFailures, what a function answers is not read', async () => {
  const { queue } = await start({})
  queue.send('fail')
  await waitForEnds(1)
  expect(queue.list()).toEqual([])
})

test('what is being worked on stays hidden, however long that takes, and comes again once that has failed', async () => {
  const { queue } = await start()
  const file = nameFile()
  for (const body of [file, 'fail']) queue.send(body)
  await waitFor(async () => events.length === 1)
  now += 6 * 3_600_000
  queue.send('other')
  await waitForEnds(1)
  expect([bodies(), queue.visibleCount]).toEqual([[[file, 'fail'], ['other']], 0])
  release(file)
  await waitForEnds(3)
  expect(bodies()).toEqual([[file, 'fail'], ['other'], ['fail']])
})

test('a delayed message runs the function when it is due by the clock of the runtime, which a test moves', async () => {
  const { queue } = await start()
  queue.send('later', { delayMs: 900_000 })
  await waitForLooks()
  expect(events).toEqual([])
  now += 900_000
  await waitForEnds(1)
  expect(bodies()).toEqual([['later']])
})

test.each([
  { named: 'the maximum concurrency', set: { ScalingConfig: { MaximumConcurrency: 2 } }, concurrency: 4 },
  { named: 'the threads of the function', set: {}, concurrency: 2 },
])('as many batches run at the same time as allowed: $named', async ({ set, concurrency }) => {
  const { queue } = await start({ ...mapping, ...set, BatchSize: 1 }, { concurrency })
  const held = Array.from({ length: 4 }, nameFile)
  for (const file of held) queue.send(file)
  await waitFor(async () => events.length === 2)
  await settle()
  expect([events.length, queue.visibleCount]).toEqual([2, 2])
  release(held[0] ?? '')
  await waitFor(async () => events.length === 3)
  for (const file of held) release(file)
  await waitForEnds(4)
  expect(queue.list()).toEqual([])
})

test('where the mapping says so, it waits for more messages: until a batch is full, or for so long', async () => {
  const { queue } = await start({ ...mapping, MaximumBatchingWindowInSeconds: 20 })
  for (const body of ['a', 'b', 'c', 'd']) queue.send(body)
  await waitForEnds(1)
  now += 20_000
  await waitForEnds(2)
  expect(bodies()).toEqual([['a', 'b', 'c'], ['d']])
})

test('a function knows the queue by a URL of this machine, and that it runs there', async () => {
  const { queue, sqs, logs } = await start()
  queue.send('env')
  await waitForEnds(1)
  expect(logs.join()).toContain(`${sqs.queueUrl(queue)} true`)
})

test('it ends while a function is working', async () => {
  const { queue, sources } = await start()
  queue.send(nameFile())
  await waitFor(async () => events.length === 1)
  for (const source of sources) await source.stop()
  queue.send('a')
  await settle()
  expect(events).toHaveLength(1)
})

import { linkSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import initSqlJs from 'sql.js'
import { waitFor } from '../../test/support/eventually'
import { useFolder } from '../../test/support/folder'
import { makeQueuesStack } from '../../test/support/queues-stack'
import { rehearse } from '../../test/support/rehearse'
import { readTestStack } from '../../test/support/stack'
import { type EventPattern, matchesPattern } from '../events/event-pattern'
import { makeScheduleAnswers, startRates } from '../events/schedules'
import { openStreamEventSources } from '../events/stream-event-source'
import { makeFailureAnswers } from '../functions/failed-events'
import { readFunctions } from '../functions/function-definitions'
import type { Invocation } from '../functions/function-pool'
import { openLambdaEndpoint } from '../functions/lambda-endpoint'
import { openQueues } from '../queues/queues'
import { indexStream } from '../table/stream-index'
import { StreamReader } from '../table/stream-reader'
import { startTableEngine, type TableEngine } from '../table/table-engine'
import { Template } from '../template'
import { access } from './access'

// What runs functions by itself: schedules, and the stream of the table, which is read from the engine's database.

const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/1'

/** A template whose function `Work` is run by a stream. `mapping` is what its event source sets. */
const makeStack = (mapping: object) =>
  makeQueuesStack({
    ...{ bundle: 'none', actions: ['dynamodb:*', 'sqs:SendMessage'], resource: '*' },
    mapping: {
      EventSourceArn: streamArn,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
      ...mapping,
    },
  })

/** A stream of these records: all come at once. */
function makeStream(places: string[]) {
  const records = places.map((SequenceNumber): _Record => ({ eventName: 'INSERT', dynamodb: { SequenceNumber } }))
  const stream = { shard: 'shard', read: async () => records.splice(0), keepPlace: () => {} }
  return stream as Partial<StreamReader> as StreamReader
}

/** Gives the function the records 1 to 5, and fails as a whole where `bad` is one of them. Ends after `wanted` runs. */
async function run(bad: string, mapping: object, wanted: number) {
  const stack = makeStack(mapping)
  const { failures } = openQueues(stack, Date.now)
  const batches: string[] = []
  const invoke = async (_: string, event: unknown): Promise<Invocation> => {
    const places = (event as DynamoDBStreamEvent).Records.map(({ dynamodb }) => dynamodb?.SequenceNumber)
    batches.push(places.join(' '))
    return places.includes(bad) ? { error: { errorType: 'Error', errorMessage: bad } } : { result: null }
  }
  const options = { functions: readFunctions(stack), invoke, failures, now: Date.now, onLog: () => {} }
  const sources = openStreamEventSources(stack, makeStream(['1', '2', '3', '4', '5']), options)
  for (const source of sources) source.start()
  await waitFor(async () => batches.length >= wanted)
  for (const source of sources) await source.stop()
  return { batches, kept: failures.list().map(({ body }) => JSON.parse(body)) }
}

const bisects = { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 }

test('a batch that fails is cut in half, in order, until the bad record is alone; that one is given up', async () => {
  const { batches, kept } = await run('4', bisects, 6)
  expect(batches).toEqual(['1 2 3 4 5', '1 2 3', '4 5', '4', '4', '5'])
  expect(kept).toMatchObject([
    {
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { startSequenceNumber: '4', endSequenceNumber: '4', batchSize: 1 },
    },
  ])
})

test('without bisection, the batch is sent again as a whole, and given up as a whole', async () => {
  const { batches, kept } = await run('4', { MaximumRetryAttempts: 1 }, 2)
  expect(batches).toEqual(['1 2 3 4 5', '1 2 3 4 5'])
  expect(kept).toMatchObject([{ DDBStreamBatchInfo: { startSequenceNumber: '1', batchSize: 5 } }])
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** The schedules of the template, where every function fails its first `failing` attempts. */
async function openSchedules(failing: number) {
  const stack = readTestStack()
  let attempts = 0
  const invoke = async () =>
    ++attempts > failing ? { result: null } : { error: { errorType: 'Error', errorMessage: `attempt ${attempts}` } }
  const { failures } = openQueues(stack, Date.now)
  const functions = readFunctions(stack)
  const options = { functions, policies: new Map(), invoke, failures, now: Date.now, onLog: () => {} }
  const lambda = await openLambdaEndpoint(stack, options)
  stops.push(lambda.stop)
  const [scheduled, failed] = [makeScheduleAnswers(stack, lambda), makeFailureAnswers(failures)]
  const local = async (method: string, path: string) => {
    const query = new URLSearchParams()
    const request = { requestId: '1', method, path, query, headers: {}, body: '', stage: 'v1', at: 0 }
    const found = (await scheduled(request)) ?? (await failed(request))
    return { status: found?.status, body: JSON.parse(found?.body ?? '') }
  }
  const { body } = await local('GET', '/_local/schedules')
  const ids: string[] = body.data.map(({ id }: { id: string }) => id)
  return { ids, local, attempts: () => attempts }
}

test('a schedule whose function fails twice has run, with its third attempt', async () => {
  const { ids, local, attempts } = await openSchedules(2)
  expect(await local('POST', `/_local/schedules/${ids[0]}/run`)).toMatchObject({ body: { status: 'completed' } })
  expect([attempts(), (await local('GET', '/_local/failures')).body]).toEqual([3, { data: [] }])
})

test('the event of every schedule whose function fails three times is in the queue of failures, and the run tells why', async () => {
  const { ids, local } = await openSchedules(Number.POSITIVE_INFINITY)
  expect(ids.length).toBeGreaterThan(1)
  for (const [index, id] of ids.entries()) {
    const error = { errorType: 'Error', errorMessage: `attempt ${3 * index + 3}` }
    expect(await local('POST', `/_local/schedules/${id}/run`)).toEqual({ status: 500, body: { id, error } })
    const { data } = (await local('GET', '/_local/failures')).body
    const queue = expect.stringContaining(':sqs:')
    expect(data[index]).toMatchObject({ queue, event: { source: 'aws.events' }, error, attempts: 3 })
  }
})

test('rules with a rate run by themselves, by the clock of the runtime; others do not', async () => {
  const rule = (arn: string, ScheduleExpression: string, State = 'ENABLED') => ({
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression, State, Targets: [{ Arn: arn }] },
  })
  const Resources = {
    Sweep: rule('sweep', 'rate(10 minutes)'),
    Hourly: rule('hourly', 'rate(1 hour)'),
    Off: rule('off', 'rate(1 minute)', 'DISABLED'),
    Nightly: rule('nightly', 'cron(7 2 * * ? *)'),
  }
  let [now, reads] = [1_000_000, 0]
  const readClock = () => {
    reads += 1
    return now
  }
  const runs: string[] = []
  const invokeLater = async (arn: string) => {
    runs.push(arn)
    return { result: null }
  }
  const stack = { name: 'Stack', template: Template.parse({ Resources }), assets: new Map(), maps: '' }
  stops.push(startRates(stack, { invokeLater }, readClock))
  now += 599_999
  const before = reads
  await waitFor(async () => reads > before + 5) // it has looked
  expect(runs).toEqual([])
  now += 1
  await waitFor(async () => runs.length === 1)
  now += 3_000_000 // as a machine that was asleep: each runs once
  await waitFor(async () => runs.length === 3)
  now += 600_000
  await waitFor(async () => runs.length === 4)
  expect(runs).toEqual(['sweep', 'sweep', 'hourly', 'sweep'])
})

const folder = useFolder()

async function query(sql: string): Promise<string> {
  const content = readFileSync(join(folder, 'inventory.db'))
  content.fill(1, 18, 20)
  const database = new (await initSqlJs()).Database(content)
  const [result] = database.exec(sql)
  database.close()
  return JSON.stringify(result?.values ?? [])
}

/** Puts a row of nothing but its key. */
async function putRow({ endpoint, table }: TableEngine, key: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint, ...access })
  await client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: 'rows' }, sk: { S: key } } }))
  client.destroy()
}

rehearse('the engine finds the newest record of the stream by an index, in a new and in an old folder', async () => {
  const search = "SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'x'"
  for (const key of ['one', 'two']) {
    const engine = await startTableEngine(readTestStack(), folder, { stream: true })
    await putRow(engine, key)
    await engine.stop()
    expect(await query(`EXPLAIN QUERY PLAN ${search}`)).toContain('INDEX newest_stream_record')
  }
  expect(await query('SELECT COUNT(*) FROM _stream_records')).toBe('[[2]]')
  await indexStream(join(folder, 'inventory.db'))
  expect(await query('PRAGMA integrity_check')).toBe('[["ok"]]')
})

test('a database is whole at each moment: the index is put into a copy, which takes its place', async () => {
  const [file, before] = [join(folder, 'other.db'), join(folder, 'before.db')]
  const database = new (await initSqlJs()).Database()
  database.run('CREATE TABLE _stream_records (table_name, sequence_number)')
  writeFileSync(file, database.export())
  database.close()
  linkSync(file, before) // sees what is written in place
  await indexStream(file)
  expect(readFileSync(file).includes('newest_stream_record')).toBe(true)
  expect(readFileSync(before).includes('newest_stream_record')).toBe(false)
})

test('a place that was half written is none: the stream is read from its beginning again', async () => {
  const engine = await startTableEngine(readTestStack(), null, { stream: true })
  const place = join(folder, 'stream.json')
  const readAll = async () => {
    const reader = await StreamReader.open(engine.endpoint, engine.table, place)
    const records = (await reader?.read(10)) ?? []
    reader?.keepPlace()
    reader?.stop()
    return records.length
  }
  await putRow(engine, 'one')
  expect([await readAll(), await readAll()]).toEqual([1, 0])
  truncateSync(place, 20)
  expect(await readAll()).toBe(1)
  await engine.stop()
})

// The patterns of rules.

const event = { source: 'inventory', detail: { type: 'item.low_stock', tags: ['a', 'b'], stock: { quantity: 3 } } }

test.each<[string, EventPattern, boolean]>([
  ['an exact value', { source: ['inventory'] }, true],
  ['one of several', { source: ['aws.ec2', 'inventory'] }, true],
  ['another value', { source: ['aws.ec2'] }, false],
  ['a field within', { detail: { type: ['item.low_stock'] } }, true],
  ['two fields, one of which differs', { source: ['inventory'], detail: { type: ['item.created'] } }, false],
  ['a value in a list', { detail: { tags: ['b'] } }, true],
  ['a prefix', { detail: { type: [{ prefix: 'item.' }] } }, true],
  ['another prefix', { detail: { type: [{ prefix: 'order.' }] } }, false],
  ['a suffix', { detail: { type: [{ suffix: '_stock' }] } }, true],
  ['without case', { source: [{ 'equals-ignore-case': 'INVENTORY' }] }, true],
  ['anything but', { detail: { type: [{ 'anything-but': ['item.created'] }] } }, true],
  ['anything but it', { detail: { type: [{ 'anything-but': 'item.low_stock' }] } }, false],
  ['a field that is there', { detail: { type: [{ exists: true }] } }, true],
  ['a field that is not there', { detail: { other: [{ exists: true }] } }, false],
  ['a field that must not be there', { detail: { other: [{ exists: false }] } }, true],
  ['a field within one that is not there', { none: { other: [{ exists: false }] } }, true],
  ['a number in a range', { detail: { stock: { quantity: [{ numeric: ['>=', 1, '<', 5] }] } } }, true],
  ['a number out of a range', { detail: { stock: { quantity: [{ numeric: ['>', 3] }] } } }, false],
])('%s: %j is %s', (_, pattern, expected) => {
  expect(matchesPattern(pattern, event)).toBe(expected)
})

test('a comparison that it does not know is an error, not a match', () => {
  expect(() => matchesPattern({ source: [{ wildcard: 'inv*' }] }, event)).toThrow('"wildcard"')
})

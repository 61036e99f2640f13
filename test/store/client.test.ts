import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { takeObservations } from '../../functions/metrics'
import { runConcurrently } from '../../functions/store/concurrently'
import { defaultProvider } from '../../functions/store/sdk/credentials'
import { findRows } from '../../functions/store/table/batch-read'
import { openTable } from '../../functions/store/table/table'
import { listen } from '../../local/listen'
import { measureCharge } from '../support/capacity'
import { failWith } from '../support/client'
import { makeLatch } from '../support/latch'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { useTable } from '../support/table'

type Sent = { hostname: string; path: string; method: string; headers: Record<string, string>; body: Uint8Array }

const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' }
const Key = { pk: 'A', sk: 'B' }

/** Keeps what is sent, and answers that the row does not exist. */
function makeRecorder(statusCode = 200, headers = {}) {
  const sent: { request: Sent; options: { abortSignal?: AbortSignal } }[] = []
  const handle = async (request: never, options = {}) => {
    sent.push({ request, options })
    return { response: { statusCode, headers, body: new TextEncoder().encode('{}') } }
  }
  return { sent, requestHandler: { handle, metadata: { handlerProtocol: 'http/1.1' } } as never }
}

/** As AWS describes version 4 of signatures. */
function signAsAws({ method, path, headers, body }: Sent, signedHeaders: string, scope: string): string {
  const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}`)
  const canonical = [method, path, '', ...lines, '', signedHeaders, hash(body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  return hmac(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`), text).toString(
    'hex',
  )
}

test('calls are signed, with the token of the session, and go to the endpoint of the region', async () => {
  const { sent, requestHandler } = makeRecorder()
  const { db } = openTable('T', { region: 'eu-west-1', credentials, requestHandler })
  for (let count = 0; count < 2; count++) await db.send(new GetCommand({ TableName: 'T', Key }))
  expect(sent).toHaveLength(2)
  for (const { request } of sent) {
    const [, scope = '', signedHeaders = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=AKID\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? []
    expect(scope).toMatch(/^\d{8}\/eu-west-1\/dynamodb\/aws4_request$/)
    expect(signedHeaders.split(';')).toEqual(expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token']))
    expect(signature).toBe(signAsAws(request, signedHeaders, scope))
    expect(request).toMatchObject({ hostname: 'dynamodb.eu-west-1.amazonaws.com', path: '/' })
    expect(request.headers).toMatchObject({
      'x-amz-security-token': 'token',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    })
  }
})

test('a call sends what the client of the SDK sends', async () => {
  const [ours, sdk] = [makeRecorder(), makeRecorder()]
  const config = { region: 'eu-west-1', credentials }
  const marshallOptions = { removeUndefinedValues: true }
  const client = new DynamoDBClient({ ...config, requestHandler: sdk.requestHandler })
  const Item = { ...Key, n: 1.5, list: ['a', { b: true }], set: new Set(['x']), bytes: Buffer.from([0, 255]), no: null }
  const makeCommands = () => [
    new PutCommand({
      TableName: 'T',
      Item: { ...Item, gone: undefined },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
    new QueryCommand({ TableName: 'T', KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'A' } }),
    new TransactWriteCommand({ TransactItems: [{ Delete: { TableName: 'T', Key } }], ClientRequestToken: 'token' }),
  ]
  const { db } = openTable('T', { ...config, requestHandler: ours.requestHandler })
  for (const command of makeCommands()) await db.send(command as never)
  for (const command of makeCommands())
    await DynamoDBDocumentClient.from(client, { marshallOptions }).send(command as never)
  const describe = ({ sent }: typeof ours) =>
    sent.map(({ request: { headers, body } }) => [
      headers['x-amz-target'],
      headers['content-type'],
      headers['content-length'],
      new TextDecoder().decode(body),
    ])
  expect(describe(ours)).toEqual(describe(sdk))
})

test("a signal to abort reaches each call, but no other's", async () => {
  const { sent, requestHandler } = makeRecorder()
  const { db } = openTable('T', { region: 'eu-west-1', credentials, requestHandler })
  const abortSignal = new AbortController().signal
  await db.send(new GetCommand({ TableName: 'T', Key }), { abortSignal })
  await db.send(new GetCommand({ TableName: 'T', Key }))
  expect(sent.map(({ options }) => options.abortSignal)).toEqual([abortSignal, undefined])
})

test('a call that is aborted is not sent again', async () => {
  const abort = new AbortController()
  let sent = 0
  const server = createServer(({ socket }) => {
    sent += 1
    abort.abort()
    socket.destroy()
  })
  const endpoint = `http://127.0.0.1:${await listen(server)}`
  const { db } = openTable('T', { region: 'eu-west-1', credentials, endpoint })
  const call = db.send(new GetCommand({ TableName: 'T', Key }), { abortSignal: abort.signal })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  server.close()
  expect(sent).toBe(1)
})

test.each([200, 400])('each answer tells how far the clocks are apart, also one with the status %d', async (status) => {
  takeObservations()
  const date = new Date(Date.now() - 60_000).toUTCString()
  const { requestHandler } = makeRecorder(status, { date })
  const { db } = openTable('T', { region: 'eu-west-1', credentials, requestHandler })
  await db.send(new GetCommand({ TableName: 'T', Key })).catch(() => {})
  expect(takeObservations().get('ClockDifference')).toBeGreaterThan(50_000)
})

test('the credentials of the environment are read once', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'first', AWS_SECRET_ACCESS_KEY: 'secret' }
  const replaced = jest.replaceProperty(process, 'env', env)
  try {
    const provide = defaultProvider()
    expect(await provide()).toMatchObject({ accessKeyId: 'first' })
    env.AWS_ACCESS_KEY_ID = 'second'
    expect(await provide()).toMatchObject({ accessKeyId: 'first' })
  } finally {
    replaced.restore()
  }
})

const engine = useTable()

test('rows come back as they were written, and many calls at once do not mix', async () => {
  const { name, db } = engine.table
  const rows = Array.from({ length: 30 }, (_, n) => ({ pk: 'ROWS', sk: `${n}`, n, bytes: new Uint8Array([n, 255]) }))
  await Promise.all(rows.map((Item) => db.send(new PutCommand({ TableName: name, Item }))))
  const read = await Promise.all(
    rows.map(({ pk, sk }) => db.send(new GetCommand({ TableName: name, Key: { pk, sk }, ConsistentRead: true }))),
  )
  expect(read.map(({ Item }) => Item)).toEqual(rows)
})

test('errors are those of the SDK, with the row that was in the way and the reasons', async () => {
  const { name: TableName, db } = engine.table
  const ofNone = { TableName, Key: { pk: 'ERRORS', sk: '1' }, ConditionExpression: 'attribute_exists(pk)' }
  const update = { ...ofNone, UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': 1 } }
  expect(await failWith(db.send(new UpdateCommand(update)))).toBeInstanceOf(ConditionalCheckFailedException)
  const cancelled = await failWith(db.send(new TransactWriteCommand({ TransactItems: [{ ConditionCheck: ofNone }] })))
  expect(cancelled).toBeInstanceOf(TransactionCanceledException)
  expect(cancelled).toMatchObject({ CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] })
})

const makeKey = (number: number) => ({ pk: `ITEMS#cmp_1#${number}`, sk: 'itm_1' })
const makeRows = (count: number, text = '') => Array.from({ length: count }, (_, n) => ({ ...makeKey(n), n, text }))

test('a batch finds rows in the order of their keys, which may repeat, and more than fit into one call', async () => {
  await putRows(engine.table, makeRows(150))
  const numbers = [3, 149, 3, 400, ...Array(150).keys()]
  const read = async () => {
    const rows = await findRows(engine.table, numbers.map(makeKey))
    expect(rows.map((row) => row?.n)).toEqual(numbers.map((n) => (n === 400 ? undefined : n)))
  }
  // A strong read of each row, and of the one that does not exist.
  expect(await measureCharge(engine.table, read)).toEqual({ units: 151, calls: 2 })
})

rehearse('a batch asks again for what DynamoDB leaves out: it returns at most 16 MB', async () => {
  const rows = makeRows(60, 'x'.repeat(350_000))
  for (let from = 0; from < rows.length; from += 10) await putRows(engine.table, rows.slice(from, from + 10)) // 4 MB
  const read = async () => {
    const rows = await findRows(engine.table, [...Array(60).keys()].map(makeKey))
    expect(rows.map((row) => row?.n)).toEqual([...Array(60).keys()])
  }
  expect((await measureCharge(engine.table, read)).calls).toBe(2)
})

const numbers = Array.from({ length: 20 }, (_, n) => n)

test.each([
  ['a list', () => numbers],
  ['an iterator', () => numbers.values()],
  ['what comes by and by', () => Readable.from(numbers)],
])('each of %s once, so many at a time', async (_, source) => {
  const done: number[] = []
  let running = 0
  let most = 0
  await runConcurrently(source(), 3, async (each) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    done.push(each)
  })
  expect([done.sort((a, b) => a - b), most]).toEqual([numbers, 3])
})

test('the first failure is the outcome, and nothing begins after it', async () => {
  const begun: number[] = []
  const work = runConcurrently(numbers, 2, async (each) => {
    begun.push(each)
    await new Promise((resolve) => setImmediate(resolve))
    if (each === 3) throw new Error('the third')
  })
  await expect(work).rejects.toThrow('the third')
  expect(begun.length).toBeLessThan(8)
})

test('a failure is the outcome only when all that has begun has ended', async () => {
  const ended: number[] = []
  const { open, opened } = makeLatch()
  let outcome = 'none yet'
  const work = runConcurrently([1, 2], 2, async (each) => {
    if (each === 2) throw new Error('the second')
    await opened
    ended.push(each)
  }).catch(({ message }: Error) => {
    outcome = message
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect([ended, outcome]).toEqual([[], 'none yet'])
  open()
  await work
  expect([ended, outcome]).toEqual([[1], 'the second'])
})

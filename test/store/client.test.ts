import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { openTable } from '../../functions/store/client'
import { defaultProvider } from '../../functions/store/credentials'
import { takeObservations } from '../../functions/store/metrics'
import { listen } from '../../local/listen'
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

describe('with the engine', () => {
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
    const row = { pk: 'ERRORS', sk: '1' }
    const update = { TableName, Key: row, UpdateExpression: 'SET n = :n', ConditionExpression: 'attribute_exists(pk)' }
    const failed = await db
      .send(new UpdateCommand({ ...update, ExpressionAttributeValues: { ':n': 1 } }))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ConditionalCheckFailedException)
    const check = { TableName, Key: row, ConditionExpression: 'attribute_exists(pk)' }
    const cancelled = await db
      .send(new TransactWriteCommand({ TransactItems: [{ ConditionCheck: check }] }))
      .catch((error: unknown) => error)
    expect(cancelled).toBeInstanceOf(TransactionCanceledException)
    expect((cancelled as TransactionCanceledException).CancellationReasons).toMatchObject([
      { Code: 'ConditionalCheckFailed' },
    ])
  })
})

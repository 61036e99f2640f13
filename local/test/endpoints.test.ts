import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  EmptyBatchRequest,
  GetQueueAttributesCommand,
  MessageNotInflight,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { useFolder } from '../../test/support/folder'
import { makeQueuesStack } from '../../test/support/queues-stack'
import { secretArn as arn, makeSecretStack } from '../../test/support/secret-stack'
import { openQueues } from '../queues/queues'
import { openSqsEndpoint, type SqsEndpoint } from '../queues/sqs-endpoint'
import { openSecrets } from '../secrets/secrets'
import { openSecretsEndpoint } from '../secrets/secrets-endpoint'
import { access } from './access'

// The services of the local runtime, as the AWS SDK sees them: queues, then secrets.

const folder = useFolder()
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

let now = 0
let sqs: SqsEndpoint
let client: SQSClient
let QueueUrl: string
let failuresUrl: string
beforeEach(async () => {
  now = 1_000_000
  const { all, failures, deliveries } = openQueues(makeQueuesStack(), () => now)
  if (!deliveries) throw new Error('the template has a queue whose messages run a function')
  const grant = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: deliveries.arn } as const
  sqs = await openSqsEndpoint(all, new Map([['Granted', [grant]]]))
  ;[QueueUrl, failuresUrl] = [sqs.queueUrl(deliveries), sqs.queueUrl(failures)]
  client = new SQSClient({ endpoint: sqs.endpoint, ...access, maxAttempts: 1 })
  stops.push(sqs.stop, () => client.destroy())
})

const MessageAttributes = { RULE_ARN: { DataType: 'String', StringValue: 'arn:rule' } }
const send = (MessageBody: string, queue = QueueUrl) =>
  client.send(new SendMessageCommand({ QueueUrl: queue, MessageBody, MessageAttributes }))

const sendBatch = (Entries: SendMessageBatchRequestEntry[]) =>
  client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))

async function receive(VisibilityTimeout?: number, MaxNumberOfMessages = 10, queue = QueueUrl) {
  const request = { QueueUrl: queue, VisibilityTimeout, MaxNumberOfMessages, MessageAttributeNames: ['All'] }
  return (await client.send(new ReceiveMessageCommand(request))).Messages ?? []
}

const hide = (ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }))

const remove = (ReceiptHandle: string | undefined) => client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))

/** Visible, hidden, delayed. */
async function count() {
  const request = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] })
  const { Attributes = {} } = await client.send(request)
  return ['', 'NotVisible', 'Delayed'].map((kind) => Number(Object(Attributes)[`ApproximateNumberOfMessages${kind}`]))
}

test('a function does what it is granted, and nothing else', async () => {
  const call = (accessKeyId: string) => {
    const credentials = { accessKeyId, secretAccessKey: 'x' }
    return new SQSClient({ endpoint: sqs.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
  }
  const message = { QueueUrl, MessageBody: '{}' }
  const batch = { QueueUrl, Entries: [{ Id: '0', MessageBody: '{}' }] }
  await expect(call('Other').send(new SendMessageCommand(message))).rejects.toThrow('AccessDenied')
  await expect(call('Other').send(new SendMessageBatchCommand(batch))).rejects.toThrow('AccessDenied')
  const elsewhere = new SendMessageCommand({ ...message, QueueUrl: failuresUrl })
  await expect(call('Granted').send(elsewhere)).rejects.toThrow('AccessDenied')
  await call('Granted').send(new SendMessageCommand(message))
  await call('Granted').send(new SendMessageBatchCommand(batch))
  const receiving = call('Granted').send(new ReceiveMessageCommand({ QueueUrl }))
  await expect(receiving).rejects.toThrow('AccessDenied')
  expect(await receive(30)).toHaveLength(2)
})

test('a message that is received is hidden until its time is over, or it is given back, and gone once it is deleted', async () => {
  const { MessageId } = await send('{"a":"é"}')
  const [first] = await receive(30)
  expect(first).toMatchObject({ MessageId, Body: '{"a":"é"}', Attributes: { SentTimestamp: '1000000' } })
  expect(first?.MessageAttributes?.RULE_ARN?.StringValue).toBe('arn:rule')
  expect([await receive(30), await count()]).toEqual([[], [0, 1, 0]])
  await hide(first?.ReceiptHandle, 900)
  now += 899_000
  expect(await receive(30)).toEqual([])
  now += 1_000
  const [second] = await receive(30)
  expect(second).toMatchObject({ MessageId, Attributes: { ApproximateReceiveCount: '2' } })
  await remove(first?.ReceiptHandle) // an old receipt deletes nothing
  expect(await count()).toEqual([0, 1, 0])
  await hide(second?.ReceiptHandle, 0)
  expect(await count()).toEqual([1, 0, 0])
  await expect(hide(second?.ReceiptHandle, 30)).rejects.toBeInstanceOf(MessageNotInflight)
  const [third] = await receive(30)
  for (const _ of [1, 2]) await remove(third?.ReceiptHandle)
  expect(await count()).toEqual([0, 0, 0])
})

test('the URL selects the queue, and a queue that is not there is an error', async () => {
  await send('failed', failuresUrl)
  await send('delivery')
  expect(await receive(30)).toMatchObject([{ Body: 'delivery' }])
  expect(await receive(30, 10, failuresUrl)).toMatchObject([{ Body: 'failed' }])
  await expect(send('lost', `${QueueUrl}x`)).rejects.toBeInstanceOf(QueueDoesNotExist)
})

test('a delayed message is there when it is due, with its group', async () => {
  const delayed = { MessageBody: 'later', DelaySeconds: 900, MessageGroupId: 'cmp_1' }
  await client.send(new SendMessageCommand({ QueueUrl, ...delayed }))
  await send('now')
  expect(await count()).toEqual([1, 0, 1])
  expect(await receive(3_600)).toMatchObject([{ Body: 'now' }])
  now += 899_999
  expect(await receive()).toEqual([])
  now += 1
  const Attributes = { MessageGroupId: 'cmp_1', SentTimestamp: '1000000', ApproximateFirstReceiveTimestamp: '1900000' }
  expect(await receive()).toMatchObject([{ Body: 'later', Attributes }])
})

test('each entry of a batch succeeds or fails on its own', async () => {
  const { Successful, Failed } = await sendBatch([
    { Id: '0', MessageBody: 'a' },
    { Id: '1', MessageBody: 'b', DelaySeconds: 901 },
    { Id: '2', MessageBody: 'c', DelaySeconds: 5 },
    { Id: '3', MessageBody: 'd', MessageGroupId: 'two words' },
  ])
  expect(Successful?.map(({ Id }) => Id)).toEqual(['0', '2'])
  const fault = { Code: 'InvalidParameterValue', SenderFault: true }
  expect(Failed).toMatchObject(['1', '3'].map((Id) => ({ Id, ...fault })))
  expect(await receive()).toMatchObject([{ Body: 'a', MessageId: Successful?.[0]?.MessageId }])
})

test('a batch is refused where it has no entry, too many, or two of one id', async () => {
  const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ Id: `${at}`, MessageBody: 'a' }))
  await expect(sendBatch([])).rejects.toBeInstanceOf(EmptyBatchRequest)
  await expect(sendBatch(entries(11))).rejects.toThrow('TooManyEntriesInBatchRequest')
  await expect(sendBatch([...entries(1), ...entries(1)])).rejects.toThrow('BatchEntryIdsNotDistinct')
  await sendBatch(entries(10))
  expect(await count()).toEqual([10, 0, 0])
})

test('several messages are deleted in one call; without a word of it, the others are hidden as the template says', async () => {
  for (const body of ['a', 'b', 'c']) await send(body)
  const received = await receive(undefined, 2)
  const Entries = received.map(({ ReceiptHandle }, at) => ({ Id: `${at}`, ReceiptHandle }))
  const { Successful } = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  expect(Successful).toEqual([{ Id: '0' }, { Id: '1' }])
  expect(await receive()).toMatchObject([{ Body: 'c' }])
  now += 119_999
  expect(await count()).toEqual([0, 1, 0])
  now += 1
  expect(await count()).toEqual([1, 0, 0])
})

// Secrets.

/** Opens the secrets of a template. Returns clients: of the engineer, and of functions. */
async function open({ generate = { PasswordLength: 64, ExcludePunctuation: true }, file = null }: Options = {}) {
  const secrets = openSecrets(makeSecretStack(generate ?? undefined), file, () => now)
  const grant = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: arn } as const
  const policies = new Map([['Granted', [grant]]])
  const { endpoint, stop } = await openSecretsEndpoint(secrets, { policies, now: () => now })
  stops.push(stop)
  const connect = (accessKeyId?: string) => {
    const credentials = accessKeyId ? { accessKeyId, secretAccessKey: 'x' } : access.credentials
    const client = new SecretsManagerClient({ ...access, endpoint, credentials, maxAttempts: 1 })
    stops.push(() => client.destroy())
    return {
      get: (VersionStage?: string, SecretId = arn) =>
        client.send(new GetSecretValueCommand({ SecretId, VersionStage })),
      put: (SecretString: string, ClientRequestToken?: string) =>
        client.send(new PutSecretValueCommand({ SecretId: arn, SecretString, ClientRequestToken })),
    }
  }
  return { ...connect(), connect }
}
type Options = { generate?: object | null; file?: string | null }

test('a secret has a random value of the template, by its ARN and by its name, and none before', async () => {
  const { get } = await open()
  const { SecretString = '', ...rest } = await get()
  expect(SecretString).toMatch(/^[A-Za-z0-9]{64}$/)
  expect(rest).toMatchObject({ ARN: arn, Name: 'Stack-Key', VersionStages: ['AWSCURRENT'], CreatedDate: new Date(now) })
  expect((await get('AWSCURRENT', 'Stack-Key')).SecretString).toBe(SecretString)
  await expect(get('AWSPREVIOUS')).rejects.toBeInstanceOf(ResourceNotFoundException)
  await expect(get('AWSCURRENT', `${arn}x`)).rejects.toBeInstanceOf(ResourceNotFoundException)
  expect((await (await open()).get()).SecretString).not.toBe(SecretString)
})

test('a value that is put is the current one, and that before it the previous one', async () => {
  const { get, put } = await open()
  const first = (await get()).SecretString
  const { VersionId } = await put('second')
  expect(await get()).toMatchObject({ SecretString: 'second', VersionId })
  expect(await get('AWSPREVIOUS')).toMatchObject({ SecretString: first, VersionStages: ['AWSPREVIOUS'] })
  await put('third')
  expect([(await get()).SecretString, (await get('AWSPREVIOUS')).SecretString]).toEqual(['third', 'second'])
})

test('a value that is put twice under one token is put once, and another value is refused', async () => {
  const { get, put } = await open()
  const first = (await get()).SecretString
  const token = '0'.repeat(32)
  for (let times = 0; times < 2; times++) await put('second', token)
  await expect(put('third', token)).rejects.toBeInstanceOf(ResourceExistsException)
  expect([(await get()).SecretString, (await get('AWSPREVIOUS')).SecretString]).toEqual(['second', first])
})

test('a function reads what it is granted, and nothing else', async () => {
  const { connect } = await open()
  expect((await connect('Granted').get()).SecretString).toHaveLength(64)
  await expect(connect('Granted').put('mine')).rejects.toMatchObject({ name: 'AccessDeniedException' })
  await expect(connect('Other').get()).rejects.toThrow(`not authorized to perform: secretsmanager:GetSecretValue`)
})

test('values are kept in a file that nobody else can read', async () => {
  const file = join(folder, 'secrets.json')
  const { get, put } = await open({ file })
  await put('second')
  const [current, previous] = [await get(), await get('AWSPREVIOUS')]
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const later = await open({ file })
  expect(await later.get()).toMatchObject({ SecretString: 'second', VersionId: current.VersionId })
  expect((await later.get('AWSPREVIOUS')).SecretString).toBe(previous.SecretString)
})

test('a value has each kind of character that the template wants, and no other', async () => {
  for (let times = 0; times < 50; times++) {
    const { get } = await open({ generate: { PasswordLength: 4, ExcludePunctuation: true, IncludeSpace: true } })
    const { SecretString = '' } = await get()
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, / /]) expect(SecretString).toMatch(kind)
  }
  const generate = { ExcludeUppercase: true, ExcludeNumbers: true, ExcludePunctuation: true, ExcludeCharacters: 'abc' }
  expect((await (await open({ generate })).get()).SecretString).toMatch(/^[d-z]{32}$/)
})

test('a secret for which the template makes no value has none, and what is not known is refused', async () => {
  await expect((await open({ generate: null })).get()).rejects.toBeInstanceOf(ResourceNotFoundException)
  await expect(open({ generate: { SecretStringTemplate: '{}' } })).rejects.toThrow('SecretStringTemplate')
})

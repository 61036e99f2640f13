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
import { localAccess } from '../../cli/target'
import { openQueues } from '../../local/queues/queues'
import { openSqsEndpoint, type SqsEndpoint } from '../../local/queues/sqs-endpoint'
import { makeQueuesStack } from '../support/queues-stack'

// The queues of the local runtime, as the AWS SDK sees them.

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
  client = new SQSClient({ endpoint: sqs.endpoint, ...localAccess, maxAttempts: 1 })
})
afterEach(async () => {
  client.destroy()
  await sqs.stop()
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
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return (['', 'NotVisible', 'Delayed'] as const).map((kind) =>
    Number(Attributes?.[`ApproximateNumberOfMessages${kind}`]),
  )
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

test('a message that is received is hidden until its time is over, and gone once it is deleted', async () => {
  const { MessageId } = await send('{"a":"é"}')
  const [first] = await receive(30)
  expect(first).toMatchObject({ MessageId, Body: '{"a":"é"}', Attributes: { SentTimestamp: '1000000' } })
  expect(first?.MessageAttributes?.RULE_ARN?.StringValue).toBe('arn:rule')
  expect(await receive(30)).toEqual([])
  expect(await count()).toEqual([0, 1, 0])
  now += 30_000
  const [second] = await receive(30)
  expect(second).toMatchObject({ MessageId, Attributes: { ApproximateReceiveCount: '2' } })
  await remove(first?.ReceiptHandle) // an old receipt deletes nothing
  expect(await count()).toEqual([0, 1, 0])
  await remove(second?.ReceiptHandle)
  await remove(second?.ReceiptHandle)
  expect(await count()).toEqual([0, 0, 0])
})

test('whoever has a message hides it longer, or gives it back, as long as it is hidden', async () => {
  await send('a')
  const [first] = await receive(30)
  await hide(first?.ReceiptHandle, 900)
  now += 899_000
  expect(await receive(30)).toEqual([])
  await hide(first?.ReceiptHandle, 0)
  expect(await receive(30)).toHaveLength(1)
  await expect(hide(first?.ReceiptHandle, 30)).rejects.toBeInstanceOf(MessageNotInflight)
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
  expect(Failed).toMatchObject([
    { Id: '1', Code: 'InvalidParameterValue', SenderFault: true },
    { Id: '3', Code: 'InvalidParameterValue', SenderFault: true },
  ])
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

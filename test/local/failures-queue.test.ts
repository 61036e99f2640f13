import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  MessageNotInflight,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { localAccess } from '../../cli/target'
import { openFailuresQueue } from '../../local/failures-queue'
import { openSqsEndpoint, type SqsEndpoint } from '../../local/sqs-endpoint'
import { readTestStack } from '../support/stack'

// The queue of the local runtime, as the AWS SDK sees it.

let now = 0
let sqs: SqsEndpoint
let client: SQSClient
beforeEach(async () => {
  now = 1_000_000
  sqs = await openSqsEndpoint(openFailuresQueue(readTestStack(), () => now))
  client = new SQSClient({ endpoint: sqs.endpoint, ...localAccess, maxAttempts: 1 })
})
afterEach(async () => {
  client.destroy()
  await sqs.stop()
})

const send = (MessageBody: string) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: sqs.queueUrl,
      MessageBody,
      MessageAttributes: { RULE_ARN: { DataType: 'String', StringValue: 'arn:rule' } },
    }),
  )

async function receive(VisibilityTimeout: number, MaxNumberOfMessages = 10) {
  const request = { QueueUrl: sqs.queueUrl, VisibilityTimeout, MaxNumberOfMessages, MessageAttributeNames: ['All'] }
  return (await client.send(new ReceiveMessageCommand(request))).Messages ?? []
}

const hide = (ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  client.send(new ChangeMessageVisibilityCommand({ QueueUrl: sqs.queueUrl, ReceiptHandle, VisibilityTimeout }))

const remove = (ReceiptHandle: string | undefined) =>
  client.send(new DeleteMessageCommand({ QueueUrl: sqs.queueUrl, ReceiptHandle }))

const count = async () =>
  (await client.send(new GetQueueAttributesCommand({ QueueUrl: sqs.queueUrl, AttributeNames: ['All'] }))).Attributes

test('a message that is received is hidden until its time is over, and gone once it is deleted', async () => {
  const { MessageId } = await send('{"a":"é"}')
  const [first] = await receive(30)
  expect(first).toMatchObject({ MessageId, Body: '{"a":"é"}', Attributes: { SentTimestamp: '1000000' } })
  expect(first?.MessageAttributes?.RULE_ARN?.StringValue).toBe('arn:rule')
  expect(await receive(30)).toEqual([])
  expect(await count()).toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '1' })
  now += 30_000
  const [second] = await receive(30)
  expect(second).toMatchObject({ MessageId, Attributes: { ApproximateReceiveCount: '2' } })
  await remove(first?.ReceiptHandle) // an old receipt deletes nothing
  expect((await count())?.ApproximateNumberOfMessagesNotVisible).toBe('1')
  await remove(second?.ReceiptHandle)
  await remove(second?.ReceiptHandle)
  expect(await count()).toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' })
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

test('no more messages are given than were asked for, and only one unless the request says more', async () => {
  for (const body of ['a', 'b', 'c']) await send(body)
  expect(await receive(30, 2)).toHaveLength(2)
  expect(await receive(30)).toHaveLength(1)
})

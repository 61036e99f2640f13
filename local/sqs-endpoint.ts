import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { FailuresQueue, Message } from './failures-queue'
import { account } from './names'
import { type Served, serve } from './serve'

/** `queueUrl`: the URL by which clients of SQS name the queue. */
export type SqsEndpoint = Served & { queueUrl: string }

type Operation = (queue: FailuresQueue, body: unknown) => object | SqsError
type SqsError = { error: string }

const MessageAttributes = z.record(z.string(), z.object({ StringValue: z.string().default('') })).default({})

/** SQS's own default, in seconds. */
const defaultVisibility = 30

/** What SQS can do, as far as it is needed here. Long polling is not: an answer comes at once. */
const operations: Record<string, Operation> = {
  SendMessage: define(z.object({ MessageBody: z.string(), MessageAttributes }), (queue, request) => {
    const sent = Object.entries(request.MessageAttributes).map(([name, { StringValue }]) => [name, StringValue])
    const MessageId = queue.send(request.MessageBody, Object.fromEntries(sent))
    return { MessageId, MD5OfMessageBody: hash(request.MessageBody) }
  }),
  ReceiveMessage: define(
    z.object({
      MaxNumberOfMessages: z.int().min(1).max(10).default(1),
      VisibilityTimeout: z.number().default(defaultVisibility),
    }),
    (queue, { MaxNumberOfMessages, VisibilityTimeout }) => ({
      Messages: queue.receive(MaxNumberOfMessages, VisibilityTimeout * 1_000).map(renderMessage),
    }),
  ),
  DeleteMessage: define(z.object({ ReceiptHandle: z.string() }), (queue, { ReceiptHandle }) => {
    queue.delete(ReceiptHandle)
    return {}
  }),
  ChangeMessageVisibility: define(
    z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.number() }),
    (queue, { ReceiptHandle, VisibilityTimeout }) =>
      queue.hide(ReceiptHandle, VisibilityTimeout * 1_000) ? {} : { error: 'MessageNotInflight' },
  ),
  GetQueueAttributes: define(z.object({}), (queue) => {
    const { visible, hidden } = queue.count()
    const Attributes = {
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
    }
    return { Attributes }
  }),
}

/** Offers the queue as SQS does, by the protocol that the AWS SDK speaks (AWS JSON 1.0). */
export async function openSqsEndpoint(queue: FailuresQueue): Promise<SqsEndpoint> {
  const served = await serve(async (incoming, outgoing) => {
    const request: unknown = JSON.parse(await text(incoming))
    const operation = operations[String(incoming.headers['x-amz-target']).split('.')[1] ?? '']
    answer(outgoing, operation?.(queue, request) ?? { error: 'UnsupportedOperation' })
  })
  return { ...served, queueUrl: `${served.endpoint}/${account}/${queue.name}` }
}

function define<Schema extends z.ZodType>(
  schema: Schema,
  run: (queue: FailuresQueue, request: z.output<Schema>) => object | SqsError,
): Operation {
  return (queue, body) => {
    const parsed = schema.safeParse(body)
    return parsed.success ? run(queue, parsed.data) : { error: 'InvalidParameterValue' }
  }
}

function answer(outgoing: ServerResponse, result: object | SqsError): void {
  const failed = 'error' in result
  outgoing.writeHead(failed ? 400 : 200, {
    'content-type': 'application/x-amz-json-1.0',
    ...(failed && { 'x-amzn-query-error': `${result.error};Sender` }),
  })
  outgoing.end(JSON.stringify(failed ? { __type: `com.amazonaws.sqs#${result.error}`, message: result.error } : result))
}

function renderMessage({ id, body, attributes, sentAt, received, receipt }: Message) {
  const sent = Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }])
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: hash(body),
    Attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(received) },
    MessageAttributes: Object.fromEntries(sent),
  }
}

/** The SDK compares it with the body. */
function hash(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

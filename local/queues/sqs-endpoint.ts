import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { makeArn, makeQueueUrl } from '../names'
import { findDenial, type Policies } from '../rights/callers'
import { type Served, serve } from '../serve'
import { describeMessage, type Message, type MessageQueue, type SendOptions } from './message-queue'

/** `queueUrl`: the URL by which clients of SQS name a queue. */
export type SqsEndpoint = Served & { queueUrl: (queue: MessageQueue) => string }

type Operation = { action: string; run: (queue: MessageQueue, body: unknown) => object | SqsError }
type SqsError = { error: string }

/** Of one call. */
const maxEntries = 10
const maxBytes = 1_048_576

const DelaySeconds = z.int().min(0).max(900).optional()
const VisibilityTimeout = z.number().min(0).max(43_200)
const SendOne = z.object({
  MessageBody: z.string().min(1),
  MessageAttributes: z.record(z.string(), z.object({ StringValue: z.string().default('') })).default({}),
  DelaySeconds,
  MessageGroupId: z
    .string()
    .regex(/^[!-~]{1,128}$/)
    .optional(),
})
const Batch = z.object({ Entries: z.array(z.looseObject({ Id: z.string().regex(/^[\w-]{1,80}$/) })) })
const Deletion = z.object({ ReceiptHandle: z.string() })

/** What SQS can do, as far as it is needed here. Long polling is not: an answer comes at once. */
const operations: Record<string, Operation> = {
  SendMessage: define('SendMessage', SendOne, (queue, request) => send(queue, request)),
  SendMessageBatch: defineBatch('SendMessage', SendOne, (queue, request) => send(queue, request)),
  ReceiveMessage: define(
    'ReceiveMessage',
    z.object({
      MaxNumberOfMessages: z.int().min(1).max(maxEntries).default(1),
      VisibilityTimeout: VisibilityTimeout.optional(),
    }),
    (queue, request) => {
      const hiddenMs = request.VisibilityTimeout === undefined ? undefined : request.VisibilityTimeout * 1_000
      return { Messages: queue.receive(request.MaxNumberOfMessages, hiddenMs).map(renderMessage) }
    },
  ),
  DeleteMessage: define('DeleteMessage', Deletion, (queue, request) => remove(queue, request)),
  DeleteMessageBatch: defineBatch('DeleteMessage', Deletion, (queue, request) => remove(queue, request)),
  ChangeMessageVisibility: define(
    'ChangeMessageVisibility',
    z.object({ ReceiptHandle: z.string(), VisibilityTimeout }),
    (queue, request) =>
      queue.hide(request.ReceiptHandle, request.VisibilityTimeout * 1_000) ? {} : { error: 'MessageNotInflight' },
  ),
  GetQueueAttributes: define('GetQueueAttributes', z.object({}), (queue) => {
    const { visible, hidden, delayed } = queue.count()
    const Attributes = {
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
      ApproximateNumberOfMessagesDelayed: String(delayed),
    }
    return { Attributes }
  }),
}

/**
 * Offers the queues as SQS does, by the protocol that the AWS SDK speaks (AWS JSON 1.0). A call passes only if the
 * policies of the calling function allow it, or if the engineer makes it.
 */
export async function openSqsEndpoint(queues: MessageQueue[], policies: Policies): Promise<SqsEndpoint> {
  const served = await serve(async (incoming, outgoing) => {
    const body = await text(incoming)
    const request: unknown = JSON.parse(body)
    const operation = operations[String(incoming.headers['x-amz-target']).split('.')[1] ?? '']
    if (!operation) return answer(outgoing, { error: 'UnsupportedOperation' })
    const name = readQueueName(request)
    const access = { action: `sqs:${operation.action}`, resource: makeArn('AWS::SQS::Queue', name) }
    if (findDenial(incoming, policies, access) !== null) return answer(outgoing, { error: 'AccessDenied' })
    const queue = queues.find((each) => each.name === name)
    if (!queue) return answer(outgoing, { error: 'QueueDoesNotExist' })
    const isLong = Buffer.byteLength(body) > maxBytes * 2 // in JSON
    answer(outgoing, isLong ? { error: 'InvalidParameterValue' } : operation.run(queue, request))
  })
  return { ...served, queueUrl: ({ name }) => makeQueueUrl(name, served.endpoint) }
}

/** The last part of the path, which is the account and the name. */
function readQueueName(request: unknown): string {
  const { QueueUrl = '' } = z.object({ QueueUrl: z.string() }).safeParse(request).data ?? {}
  return QueueUrl.split('/').at(-1) ?? ''
}

function define<Schema extends z.ZodType>(
  action: string,
  schema: Schema,
  run: (queue: MessageQueue, request: z.output<Schema>) => object | SqsError,
): Operation {
  const parseAndRun = (queue: MessageQueue, body: unknown) => {
    const parsed = schema.safeParse(body)
    return parsed.success ? run(queue, parsed.data) : { error: 'InvalidParameterValue' }
  }
  return { action, run: parseAndRun }
}

/** Each entry succeeds or fails on its own. */
function defineBatch<Schema extends z.ZodType>(
  action: string,
  schema: Schema,
  run: (queue: MessageQueue, request: z.output<Schema>) => object,
): Operation {
  const one = define(action, schema, run)
  return define(action, Batch, (queue, { Entries }) => {
    if (Entries.length === 0) return { error: 'EmptyBatchRequest' }
    if (Entries.length > maxEntries) return { error: 'TooManyEntriesInBatchRequest' }
    if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length) return { error: 'BatchEntryIdsNotDistinct' }
    const results = Entries.map((entry) => ({ Id: entry.Id, result: one.run(queue, entry) }))
    return {
      Successful: results.flatMap(({ Id, result }) => ('error' in result ? [] : [{ Id, ...result }])),
      Failed: results.flatMap(({ Id, result }) =>
        'error' in result ? [{ Id, Code: result.error, SenderFault: true }] : [],
      ),
    }
  })
}

function send(queue: MessageQueue, request: z.output<typeof SendOne>) {
  const sent = Object.entries(request.MessageAttributes).map(([name, { StringValue }]) => [name, StringValue])
  const options: SendOptions = {
    attributes: Object.fromEntries(sent),
    ...(request.MessageGroupId !== undefined && { groupId: request.MessageGroupId }),
    ...(request.DelaySeconds !== undefined && { delayMs: request.DelaySeconds * 1_000 }),
  }
  const { id, md5OfBody } = queue.send(request.MessageBody, options)
  return { MessageId: id, MD5OfMessageBody: md5OfBody }
}

function remove(queue: MessageQueue, { ReceiptHandle }: z.output<typeof Deletion>) {
  queue.delete(ReceiptHandle)
  return {}
}

function answer(outgoing: ServerResponse, result: object | SqsError): void {
  const failed = 'error' in result
  outgoing.writeHead(failed ? 400 : 200, {
    'content-type': 'application/x-amz-json-1.0',
    ...(failed && { 'x-amzn-query-error': `${result.error};Sender` }),
  })
  outgoing.end(JSON.stringify(failed ? { __type: `com.amazonaws.sqs#${result.error}`, message: result.error } : result))
}

function renderMessage(message: Message) {
  const { id, body, md5OfBody, attributes, receipt } = message
  const sent = Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }])
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5OfBody, // the SDK compares it with the body
    Attributes: describeMessage(message),
    MessageAttributes: Object.fromEntries(sent),
  }
}

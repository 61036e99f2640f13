import * as z from 'zod'
import { parseJson } from '../../functions/domain/json'

/** A message of the queue of failures, as it comes from SQS. `receipt` is the receipt handle. */
export type QueuedMessage = {
  id: string
  receipt: string
  body: string
  /** ISO 8601. */
  sentAt: string
  attributes: Record<string, string>
}

/** A failed event that can be replayed. `functionArn` has no qualifier where that is `$LATEST`. */
export type FailedEvent = {
  /** The rule that would have run the function, where EventBridge could not even pass the event on. */
  rule: string | null
  functionArn: string
  /** ISO 8601. */
  at: string
  attempts: number
  error: { type: string | null; message: string | null }
  event: unknown
}

const Payload = z.looseObject({ errorType: z.string().optional(), errorMessage: z.string().optional() })

/** What Lambda sends of an event whose function failed. Without `requestPayload`, the event was too large to send. */
const LambdaRecord = z
  .object({
    timestamp: z.string().optional(), // emulators leave it out
    requestContext: z.object({
      functionArn: z.string().startsWith('arn:'),
      condition: z.string(),
      approximateInvokeCount: z.number(),
    }),
    requestPayload: z.unknown(),
    responsePayload: Payload.nullish().catch(null), // what the function answered may be of any form
  })
  .refine((record) => record.requestPayload !== undefined)

/** What EventBridge adds to an event that it could not deliver. */
const DeliveryAttributes = z.object({
  RULE_ARN: z.string(),
  TARGET_ARN: z.string().regex(/^arn:[^:]+:lambda:/),
  ERROR_CODE: z.string().optional(),
  ERROR_MESSAGE: z.string().optional(),
  RETRY_ATTEMPTS: z.coerce.number().default(0),
})

/** Null where the message has neither the form of Lambda nor that of EventBridge. */
export function parseFailedEvent(message: QueuedMessage): FailedEvent | null {
  const body = parseJson(message.body)
  if (body === undefined) return null
  return parseUndelivered(message, body) ?? parseLambdaRecord(message, body)
}

function parseUndelivered({ attributes, sentAt }: QueuedMessage, event: unknown): FailedEvent | null {
  const { data } = DeliveryAttributes.safeParse(attributes)
  if (!data) return null
  return {
    rule: data.RULE_ARN.split('/').at(-1) ?? null,
    functionArn: dropLatest(data.TARGET_ARN),
    at: sentAt,
    attempts: 1 + data.RETRY_ATTEMPTS,
    error: { type: data.ERROR_CODE ?? null, message: data.ERROR_MESSAGE ?? null },
    event,
  }
}

function parseLambdaRecord({ sentAt }: QueuedMessage, body: unknown): FailedEvent | null {
  const { data } = LambdaRecord.safeParse(body)
  if (!data) return null
  const { functionArn, condition, approximateInvokeCount } = data.requestContext
  return {
    rule: null,
    functionArn: dropLatest(functionArn),
    at: data.timestamp ?? sentAt,
    attempts: approximateInvokeCount,
    // An event that became too old before it ran has no answer of the function.
    error: { type: data.responsePayload?.errorType ?? condition, message: data.responsePayload?.errorMessage ?? null },
    event: data.requestPayload,
  }
}

/**
 * What Lambda says of records of the table's stream that were too old: places, and no records. `since`: when the first
 * one came, ISO 8601.
 */
export type LostRecords = { functionArn: string; condition: string; records: number; since: string }

const StreamRecord = z.object({
  requestContext: z.object({ functionArn: z.string().startsWith('arn:'), condition: z.string() }),
  DDBStreamBatchInfo: z.object({ batchSize: z.number(), approximateArrivalOfFirstRecord: z.iso.datetime() }),
})

/** Null where the message has another form. */
export function parseLostRecords({ body }: QueuedMessage): LostRecords | null {
  const { data } = StreamRecord.safeParse(parseJson(body))
  if (!data) return null
  const { requestContext, DDBStreamBatchInfo } = data
  return {
    functionArn: dropLatest(requestContext.functionArn),
    condition: requestContext.condition,
    records: DDBStreamBatchInfo.batchSize,
    since: DDBStreamBatchInfo.approximateArrivalOfFirstRecord,
  }
}

/** A record came to the stream within seconds of its change. So this begins a minute earlier. */
export function adviseRepublish({ since }: LostRecords): string {
  const from = new Date(Date.parse(since) - 60_000).toISOString()
  return `run npx inventory events republish --since ${from}, then discard this`
}

/** The name in the ARN of a function. */
export function getFunctionName(arn: string): string {
  return arn.split(':')[6] ?? arn
}

/** Rights are granted for functions without a qualifier. `$LATEST` is what an ARN without one means. */
function dropLatest(arn: string): string {
  return arn.replace(/:\$LATEST$/, '')
}

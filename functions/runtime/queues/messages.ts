import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { parseJson } from '../../domain/json'
import { keepFailure, type RunContext } from '../failures'
import { logger, reportError } from '../logger'

/** A message that fails so often is kept in the queue of failures. */
const maxAttempts = 3

/** `attempts`: how often the message has come. `isLast`: where it fails now, it is kept; else it comes again. */
type MessageAttempt = { attempts: number; isLast: boolean }

/** How a function handles the messages of a queue. `what`: for the log, such as `nightly work`. */
export type MessageHandling<Message extends object> = {
  what: string
  schema: z.ZodType<Message>
  handle: (message: Message, attempt: MessageAttempt) => Promise<void>
}

/** Answers with the messages that must come again. What is no message of ours is dropped: it would come for days. */
export async function handleMessages<Message extends object>(
  { Records }: SQSEvent,
  context: RunContext,
  handling: MessageHandling<Message>,
): Promise<SQSBatchResponse> {
  const failed: string[] = []
  for (const record of Records) if (!(await handleRecord(record, context, handling))) failed.push(record.messageId)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}

/** False where the message must come again. */
async function handleRecord<Message extends object>(
  { body, messageId, attributes }: SQSRecord,
  context: RunContext,
  { what, schema, handle }: MessageHandling<Message>,
): Promise<boolean> {
  const message = parseMessage(body, schema)
  if (message === null) {
    logger.error(`a message names no ${what}, and is dropped`, { message_id: messageId })
    return true
  }
  const attempts = Number(attributes.ApproximateReceiveCount)
  const isLast = attempts >= maxAttempts
  try {
    await handle(message, { attempts, isLast })
    return true
  } catch (thrown) {
    const report = reportError(thrown)
    logger.error(`${what} has failed`, { ...message, ...report, kept: isLast })
    if (isLast) await keepFailure(message, report.error, context, attempts)
    return isLast
  }
}

/** Null where it is no message of ours. */
export function parseMessage<Message>(body: string, schema: z.ZodType<Message>): Message | null {
  return schema.safeParse(parseJson(body)).data ?? null
}

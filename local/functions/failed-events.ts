import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Answer, renderJson } from '../gateway/gateway-responses'
import type { HttpRequest } from '../gateway/proxy-integration'
import type { MessageQueue } from '../queues/message-queue'
import type { Invocation } from './function-pool'

const failuresPath = '/_local/failures'

type FailedEvent = { arn: string; event: unknown; error: Extract<Invocation, { error: unknown }>['error'] }

const DestinationRecord = z.object({
  requestContext: z.object({ functionArn: z.string(), approximateInvokeCount: z.number() }),
  requestPayload: z.unknown(),
  responsePayload: z.unknown(),
})

/** What Lambda sends to the destination of an event that failed for good. `at`: epoch milliseconds. */
export function makeDestinationRecord({ arn, event, error }: FailedEvent, attempts: number, at: number): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date(at).toISOString(),
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: error,
  })
}

/** `GET /_local/failures` lists what is in the queue, for people. */
export function makeFailureAnswers(queue: MessageQueue): (request: HttpRequest) => Promise<Answer | null> {
  return async ({ method, path }) => {
    if (method !== 'GET' || path !== failuresPath) return null
    return renderJson(200, { data: queue.list().map(({ body }) => ({ queue: queue.arn, ...describe(body) })) })
  }
}

function describe(body: string): object {
  const parsed = DestinationRecord.safeParse(parseJson(body))
  if (!parsed.success) return { body }
  const { requestContext, requestPayload, responsePayload } = parsed.data
  const { functionArn, approximateInvokeCount } = requestContext
  return {
    function: functionArn.split(':')[6],
    event: requestPayload,
    error: responsePayload,
    attempts: approximateInvokeCount,
  }
}

/** Null where the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { Refused } from '../domain/errors'
import type { Answered } from '../operations/run-change'
import { type Metered, RateLimited } from './meter'
import { problemOf } from './problems'

/** A request as API Gateway hands it over, and once it was counted, what that told. */
export type Event = APIGatewayProxyEvent & { metered?: Metered }

/** The response of an answer. */
export function success(event: Event, { answer, replayed }: Answered): APIGatewayProxyResult {
  const { status, body, etag, warning } = answer
  const headers = {
    ...standardHeaders(event),
    ...(etag === null ? {} : { ETag: etag }),
    ...(warning === null ? {} : { Warning: warning }),
    ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    ...(body === '' ? {} : json),
  }
  return { statusCode: status, headers, body }
}

/** The response of an error. */
export function failure(event: Event, error: unknown): APIGatewayProxyResult {
  const { status, body } = problemOf(error, event.requestContext.requestId)
  const limited = error instanceof RateLimited ? { 'Retry-After': String(error.retryAfterSeconds) } : {}
  const busy = error instanceof Refused && error.code === 'resource_busy' ? { 'Retry-After': '1' } : {}
  const headers = { ...standardHeaders(event, error), ...json, ...limited, ...busy }
  return { statusCode: status, headers, body: JSON.stringify(body) }
}

const json = { 'Content-Type': 'application/json' }

/** The headers of every answer. A request that no valid key made has no limit of its own. */
function standardHeaders(event: Event, error?: unknown) {
  const known = error instanceof RateLimited ? error.allowance : event.metered?.allowance
  const { limit, remaining, resetSeconds } = known ?? { limit: 0, remaining: 0, resetSeconds: 0 }
  return {
    'X-Request-Id': event.requestContext.requestId,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  }
}

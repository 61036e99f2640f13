import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as z from 'zod'
import { makeSafeHeaders } from '../contract/safe-headers'
import { WriteRateRefusal } from '../domain/companies/write-rate'
import { Refusal } from '../domain/errors'
import type { GivenAnswer } from '../operations/run-change'
import type { Route } from '../routes'
import type { Answer } from '../store/commit/idempotency'
import { type MeterReading, MeterRefusal } from './meter'
import { logProblem, toProblem } from './problems'

/** A request as API Gateway passes it on. `meterReading` is set when the request has been counted. */
export type Event = APIGatewayProxyEvent & { meterReading?: Pick<MeterReading, 'allowance'> }

export function renderSuccess(route: Route, event: Event, { answer, replayed }: GivenAnswer): APIGatewayProxyResult {
  const { status, body, etag, warning } = answer
  const headers = {
    ...makeStandardHeaders(event),
    ...(etag === null ? {} : { ETag: etag }),
    ...(warning === null ? {} : { Warning: warning }),
    ...makeLocation(route, event, answer),
    ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    ...(body === '' ? {} : json),
  }
  return { statusCode: status, headers, body }
}

/** A batch of transactions has no address of its own. */
function makeLocation({ path, creates = path }: Route, { requestContext }: Event, { status, body }: Answer) {
  const { id } = status === 201 ? JSON.parse(body) : {}
  return typeof id === 'string' && creates !== null ? { Location: `/${requestContext.stage}${creates}/${id}` } : {}
}

export function renderFailure(event: Event, error: unknown): APIGatewayProxyResult {
  const problem = toProblem(error, event.requestContext.requestId)
  logProblem(event, problem, error)
  const { status, body } = problem
  const seconds = findRetryAfter(error)
  const retryAfter = seconds === null ? {} : { 'Retry-After': String(seconds) }
  const headers = { ...makeStandardHeaders(event, error), ...json, ...retryAfter }
  return { statusCode: status, headers, body: JSON.stringify(body) }
}

function findRetryAfter(error: unknown): number | null {
  if (error instanceof MeterRefusal || error instanceof WriteRateRefusal) return error.retryAfterSeconds
  return error instanceof Refusal && error.code === 'resource_busy' ? 1 : null
}

const json = { 'Content-Type': 'application/json' }

/** The headers of every answer. A request without a valid key has no limit, so its values are 0. */
function makeStandardHeaders(event: Event, error?: unknown) {
  const allowance = error instanceof MeterRefusal ? error.allowance : event.meterReading?.allowance
  const { limit, remaining, resetSeconds } = allowance ?? { limit: 0, remaining: 0, resetSeconds: 0 }
  return {
    ...makeSafeHeaders(event.requestContext),
    'X-Request-Id': event.requestContext.requestId,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  }
}

type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply'] | DryRunReply<R>> : undefined
type DryRunReply<R extends Route> = R extends { dryRunReply: infer Reply extends z.ZodType } ? Reply : never

/** `revision` is for `ETag`, `warning` for `Warning`. Without `status`, the route's own is sent. */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string; status?: 200 }

/** Renders a reply. A field that the route's schema does not name is left out. */
export function renderReply<R extends Route>(route: R, { body, revision, warning, status }: Reply<R>): Answer {
  const schema = status === 200 ? (route.dryRunReply ?? route.reply) : route.reply
  return {
    status: status ?? route.status ?? 204,
    body: schema ? JSON.stringify(schema.parse(body)) : '',
    etag: revision === undefined ? null : `"${revision}"`,
    warning: warning ?? null,
  }
}

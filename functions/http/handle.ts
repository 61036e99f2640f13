import { isDeepStrictEqual } from 'node:util'
import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyHandler, APIGatewayProxyResult } from 'aws-lambda'
import type * as z from 'zod'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import type { Route } from '../routes'
import { openTable, type Table } from '../store/client'
import type { Answer, Keep } from '../store/commit/idempotency'
import { env } from './env'
import { type Answered, answerOnce } from './idempotency'
import { type Input, inputOf } from './input'
import { type Authorized, type Metered, meter, presumedCaller, RateLimited } from './meter'
import { answerTo } from './problems'

export type Request<R extends Route> = Input<R> & { table: Table; caller: Caller }
type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply']> : undefined

/**
 * What a handler answers: the body that the route's schema lets out, the revision for `ETag`, a `Warning`, and the status where it
 * is not the route's own.
 */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string; status?: 200 }

/** A function for one route: `lib/entries.ts` checks that each route has its own. */
export type RouteHandler<R extends Route = Route> = APIGatewayProxyHandler & { route: R }

type Event = APIGatewayProxyEvent & { metered?: Metered }

/** A handler that reads, or that sees to idempotency keys itself: those rows of its answer that were given before say so. */
export function handle<R extends Route>(
  route: R,
  run: (request: Request<R>) => Promise<Reply<R> & { replayed?: boolean }>,
): RouteHandler<R> {
  return chain(route, async (request) => {
    const { replayed = false, ...reply } = await run(request)
    return { answer: answerOf(route, reply as Reply<R>), replayed }
  })
}

/**
 * A handler that changes something: `run` hands `keep` to the store, which commits what it makes of the result in the change's
 * own transaction; `reply` is the answer to that result.
 */
export function handleChange<R extends Route, Result>(
  route: R,
  run: (request: Request<R> & { keep: Keep<Result> }) => Promise<Result>,
  reply: (result: Result, request: Request<R>) => Reply<R>,
): RouteHandler<R> {
  return chain(route, (request) =>
    answerOnce<Result>(
      request,
      (keep) => run({ ...request, keep }),
      (result) => answerOf(route, reply(result, request)),
    ),
  )
}

/**
 * The one chain that every request passes: count it, check the scope, parse the input, run the handler, let the reply out
 * through its schema. Errors become answers in `problems.ts` alone.
 */
function chain<R extends Route>(route: R, run: (request: Request<R>) => Promise<Answered>): RouteHandler<R> {
  const table = openTable(env.TABLE_NAME)
  const answer = async (event: Event, caller: Caller) => run({ ...inputOf(route, event), table, caller })
  const handler = middy<Event, APIGatewayProxyResult>()
    .use({ onError: async (request) => failure(request.event, request.error) })
    .handler(async (event: Event) => {
      const authorizer = event.requestContext.authorizer as unknown as Authorized
      const presumed = presumedCaller(authorizer, event.requestContext.requestId)
      const admitted = admit(route, table, event, authorizer)
      if (route.method !== 'GET') return success(event, await answer(event, await admitted))
      // A read changes nothing: it runs while the request is counted, and is thrown away if that refuses it.
      const early = answer(event, presumed)
      early.catch(() => {})
      const caller = await admitted
      return success(event, await (isDeepStrictEqual(caller, presumed) ? early : answer(event, caller)))
    })
  return Object.assign(handler as unknown as APIGatewayProxyHandler, { route })
}

async function admit(route: Route, table: Table, event: Event, authorizer: Authorized): Promise<Caller> {
  event.metered = await meter(table, authorizer, event.requestContext.requestId)
  if (route.scope !== null && !event.metered.scopes.includes(route.scope)) {
    throw new Refused('forbidden', `This API key lacks the '${route.scope}' scope.`)
  }
  return event.metered.caller
}

function answerOf<R extends Route>(route: R, { body, revision, warning, status }: Reply<R>): Answer {
  return {
    status: status ?? route.status ?? 204,
    body: route.reply ? JSON.stringify(route.reply.parse(body)) : '',
    etag: revision === undefined ? null : `"${revision}"`,
    warning: warning ?? null,
  }
}

function success(event: Event, { answer, replayed }: Answered): APIGatewayProxyResult {
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

function failure(event: Event, error: unknown): APIGatewayProxyResult {
  const { status, body } = answerTo(error, event.requestContext.requestId)
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

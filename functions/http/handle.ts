import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyHandler, APIGatewayProxyResult } from 'aws-lambda'
import type { z } from 'zod'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import type { Route } from '../routes'
import { openTable, type Table } from '../store/client'
import { env } from './env'
import { type Input, inputOf } from './input'
import { type Authorized, type Metered, meter, RateLimited } from './meter'
import { answerTo } from './problems'

type Request<R extends Route> = Input<R> & { table: Table; caller: Caller }
type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply']> : undefined

/** What a handler answers: the body that the route's schema lets out, the revision for `ETag`, and a `Warning`. */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string }

/** A function for one route: `lib/entries.ts` checks that each route has its own. */
export type RouteHandler<R extends Route = Route> = APIGatewayProxyHandler & { route: R }

type Event = APIGatewayProxyEvent & { metered?: Metered }

/**
 * The one chain that every request passes: count it, check the scope, parse the input, run the handler, let the reply out
 * through its schema. Errors become answers in `problems.ts` alone.
 */
export function handle<R extends Route>(route: R, run: (request: Request<R>) => Promise<Reply<R>>): RouteHandler<R> {
  const table = openTable(env.TABLE_NAME)
  const chain = middy<Event, APIGatewayProxyResult>()
    .use({ onError: async (request) => failure(request.event, request.error) })
    .before(async ({ event }) => {
      event.metered = await meter(
        table,
        event.requestContext.authorizer as unknown as Authorized,
        event.requestContext.requestId,
      )
      if (route.scope !== null && !event.metered.scopes.includes(route.scope)) {
        throw new Refused('forbidden', `This API key lacks the '${route.scope}' scope.`)
      }
    })
    .handler(async (event: Event) => {
      const { caller } = event.metered as Metered
      return success(route, event, await run({ ...inputOf(route, event), table, caller }))
    })
  return Object.assign(chain as unknown as APIGatewayProxyHandler, { route })
}

function success<R extends Route>(
  route: R,
  event: Event,
  { body, revision, warning }: Reply<R>,
): APIGatewayProxyResult {
  const headers = {
    ...standardHeaders(event),
    ...(revision === undefined ? {} : { ETag: `"${revision}"` }),
    ...(warning === undefined ? {} : { Warning: warning }),
  }
  if (!route.reply) return { statusCode: 204, headers, body: '' }
  return { statusCode: route.status, headers: { ...headers, ...json }, body: JSON.stringify(route.reply.parse(body)) }
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

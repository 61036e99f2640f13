import { isDeepStrictEqual } from 'node:util'
import middy, { type MiddyfiedHandler } from '@middy/core'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { withField } from '../contract/row-fields'
import type { Caller } from '../domain/companies/caller'
import { Refused } from '../domain/errors'
import type { Context } from '../operations/context'
import { type Answered, answerOnce, type Decision, runChange } from '../operations/run-change'
import type { Route } from '../routes'
import { type AuthorizerContext, parseAuthorizerContext, presumedCaller } from '../runtime/authorizer-context'
import { env } from '../runtime/env'
import { openTable, type Table } from '../store/client'
import type { Answer } from '../store/commit/idempotency'
import { type Input, idempotencyOf, inputOf } from './input'
import { meter } from './meter'
import { type Reply, renderReply } from './reply'
import { type Event, failure, success } from './responses'

/** A request as a handler gets it: its input, and the context for operations. */
export type Request<R extends Route> = Input<R> & { context: Context }

/** A function for one route: `lib/entries.ts` checks that each route has its own. */
export type RouteHandler<R extends Route = Route> = MiddyfiedHandler<Event, APIGatewayProxyResult> & { route: R }

/** A handler that reads. */
export function handleRead<R extends Route>(
  route: R,
  run: (request: Request<R>) => Promise<Reply<R>>,
): RouteHandler<R> {
  return chain(route, async (request) => ({ answer: renderReply(route, await run(request)), replayed: false }))
}

/** A handler that changes something: `decide` runs an operation, and replies to its result before that is committed. */
export function handleChange<R extends Route>(
  route: R,
  decide: (request: Request<R>) => Promise<Decision<Reply<R>>>,
): RouteHandler<R> {
  return chain(route, (request) =>
    runChange(
      request.context,
      () => decide(request),
      (reply) => renderReply(route, reply),
    ),
  )
}

/**
 * A handler of work that takes several changes. Its operation commits them, and with one of them records the answer that `render` makes of
 * a reply. `committed` is false where nothing was changed.
 */
export function handleWork<R extends Route>(
  route: R,
  run: (request: Request<R>, render: (reply: Reply<R>) => Answer) => Promise<{ reply: Reply<R>; committed: boolean }>,
): RouteHandler<R> {
  const render = (reply: Reply<R>) => renderReply(route, reply)
  return chain(route, (request) =>
    answerOnce(request.context, async () => {
      const { reply, committed } = await run(request, render)
      return { answer: render(reply), committed }
    }),
  )
}

/** A handler of rows that commit on their own, each with its answer. `replayed` is true where a row was answered before. */
export function handleBatch<R extends Route>(
  route: R,
  run: (request: Request<R>) => Promise<{ reply: Reply<R>; replayed: boolean }>,
): RouteHandler<R> {
  return chain(route, async (request) => {
    const { reply, replayed } = await run(request)
    return { answer: renderReply(route, reply), replayed }
  })
}

/**
 * The one chain that every request passes: count it, check the scope, parse the input, run the handler, let the reply out
 * through its schema. Errors become answers in `problems.ts` alone.
 */
function chain<R extends Route>(route: R, run: (request: Request<R>) => Promise<Answered>): RouteHandler<R> {
  const table = openTable(env.TABLE_NAME)
  const answer = async (event: Event, caller: Caller) => {
    const input = inputOf(route, event)
    const context = { table, caller, idempotency: idempotencyOf(event) }
    return run({ ...input, context }).catch((error: unknown) => {
      throw route.nameRow ? withField(error, route.nameRow(input.body)) : error
    })
  }
  /** Keys whose last request was refused here: their next one is counted before it begins, so that refusing it costs nothing more. */
  const refused = new Set<string>()
  const handler = middy<Event, APIGatewayProxyResult>()
    .use({ onError: async (request) => failure(request.event, request.error) })
    .handler(async (event: Event) => {
      const authorizer = parseAuthorizerContext(event.requestContext.authorizer)
      const { key_hash } = authorizer
      const first = route.method !== 'GET' || route.startsWork === true || refused.has(key_hash)
      const admitted = admit(route, table, event, authorizer)
      admitted.then(
        () => refused.delete(key_hash),
        () => refused.add(key_hash),
      )
      if (first) return success(event, await answer(event, await admitted))
      // A read changes nothing: it runs while the request is counted, and is thrown away if that refuses it.
      const presumed = presumedCaller(authorizer, event.requestContext.requestId)
      const early = answer(event, presumed)
      early.catch(() => {})
      const caller = await admitted
      return success(event, await (isDeepStrictEqual(caller, presumed) ? early : answer(event, caller)))
    })
  return Object.assign(handler, { route })
}

async function admit(route: Route, table: Table, event: Event, authorizer: AuthorizerContext): Promise<Caller> {
  event.metered = await meter(table, authorizer, event.requestContext.requestId)
  if (route.scope !== null && !event.metered.scopes.includes(route.scope)) {
    throw new Refused('forbidden', `This API key lacks the '${route.scope}' scope.`)
  }
  return event.metered.caller
}

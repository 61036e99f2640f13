import { isDeepStrictEqual } from 'node:util'
import middy, { type MiddyfiedHandler } from '@middy/core'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { renameField } from '../contract/row-fields'
import { type Caller, keyScopes, listNeededScopes, type Scope } from '../domain/companies/caller'
import { Refusal } from '../domain/errors'
import { type Context, openContext } from '../operations/context'
import { answerOnce, type Decision, type GivenAnswer, runChange } from '../operations/run-change'
import type { Route } from '../routes'
import { env } from '../runtime/env'
import { type AuthorizerContext, parseAuthorizerContext, presumeCaller } from '../runtime/gateway/authorizer-context'
import { withMetrics } from '../runtime/metrics'
import type { Vault } from '../runtime/vault'
import type { Answer } from '../store/commit/idempotency'
import { openTable, type Table } from '../store/table/table'
import { type Input, parseIdempotencyKey, parseInput } from './input'
import { meterRequest, meterStranger, meterWhereKnown } from './meter'
import { type Event, type Reply, renderFailure, renderReply, renderSuccess } from './responses'
import { isSignInTooOld, makeSignInRefusal, requireSecondFactor } from './sign-in'

export type Request<R extends Route> = Input<R> & { context: Context }

/** The function of one route. `lib/entries.ts` checks that each route has its own. */
type RouteHandler<R extends Route = Route> = MiddyfiedHandler<Event, APIGatewayProxyResult> & { route: R }

export function handleRead<R extends Route>(
  route: R,
  run: (request: Request<R>) => Promise<Reply<R>>,
): RouteHandler<R> {
  return makeChain(route, async (request) => ({ answer: renderReply(route, await run(request)), replayed: false }))
}

/** For a route with one change. The reply is rendered before the change is committed. */
export function handleChange<R extends Route>(
  route: R,
  decide: (request: Request<R>) => Promise<Decision<Reply<R>>>,
): RouteHandler<R> {
  const render = (reply: Reply<R>) => renderReply(route, reply)
  return makeChain(route, (request) => runChange(request.context, (context) => decide({ ...request, context }), render))
}

/** The same for an answer that has a secret: the record of the answer is sealed. */
export function handleSecret<R extends Route>(
  route: R,
  vault: Vault,
  decide: (request: Request<R> & { context: { vault: Vault } }) => Promise<Decision<Reply<R>>>,
): RouteHandler<R> {
  const render = (reply: Reply<R>) => renderReply(route, reply)
  const run: Run<R> = (request) =>
    runChange(request.context, (context) => decide({ ...request, context: { ...context, vault } }), render)
  return makeChain(route, run, vault)
}

/**
 * For work that takes several changes. The operation commits them, and records with one of them the answer that
 * `render` makes of a reply. `committed` is false where nothing was changed. With `vault`, the answer has a secret.
 */
export function handleWork<R extends Route>(
  route: R,
  run: (request: Request<R>, render: (reply: Reply<R>) => Answer) => Promise<{ reply: Reply<R>; committed: boolean }>,
  vault?: Vault,
): RouteHandler<R> {
  const render = (reply: Reply<R>) => renderReply(route, reply)
  const runOnce: Run<R> = (request) =>
    answerOnce(request.context, async () => {
      const { reply, committed } = await run(request, render)
      return { answer: render(reply), committed }
    })
  return makeChain(route, runOnce, vault)
}

/** Each row commits on its own, with its own answer. `replayed` is true where a row was answered before. */
export function handleBatch<R extends Route>(
  route: R,
  run: (request: Request<R>) => Promise<{ reply: Reply<R>; replayed: boolean }>,
): RouteHandler<R> {
  return makeChain(route, async (request) => {
    const { reply, replayed } = await run(request)
    return { answer: renderReply(route, reply), replayed }
  })
}

/**
 * For the routes that somebody reaches whom no company knows: each subject has few of them in a minute. `hash`: of the
 * token's subject. Refused with `forbidden` for a key.
 */
export function handleStranger<R extends Route>(
  route: R,
  run: (request: Input<R> & { table: Table; hash: string; requestId: string }) => Promise<Reply<R>>,
): RouteHandler<R> {
  const table = openTable(env.TABLE_NAME)
  const handle = async (event: Event) => {
    const authorizer = parseAuthorizerContext(event.requestContext.authorizer)
    const { requestId } = event.requestContext
    const isPerson = authorizer.expires_at !== undefined
    if (isPerson) event.meterReading = await meterStranger(table, authorizer)
    const reading = await (isPerson ? meterWhereKnown : meterRequest)(table, authorizer, requestId)
    if (reading) {
      event.meterReading = reading
      requireSecondFactor(route, authorizer, reading.scopes)
    }
    requireMethod(route, event)
    if (!isPerson) throw makePeopleRefusal()
    const input = parseInput(route, event)
    parseIdempotencyKey(event) // refused where it is malformed, and not used: what this does can be repeated
    const reply = await run({ ...input, table, hash: authorizer.key_hash, requestId })
    return renderSuccess(route, event, { answer: renderReply(route, reply), replayed: false })
  }
  return Object.assign(makeHandler(handle), { route })
}

/** Runs the request of a caller. */
type Run<R extends Route> = (request: Request<R>) => Promise<GivenAnswer>

/**
 * Every request passes this chain: count it, check the scope, parse the input, check the age of the sign-in, run the
 * handler, render the reply. `vault`: of an answer that has a secret.
 */
function makeChain<R extends Route>(route: R, run: Run<R>, vault?: Vault): RouteHandler<R> {
  const table = openTable(env.TABLE_NAME)
  /**
   * Keys whose last request was refused here. Their next one is counted before it runs, so that refusing it costs
   * nothing more.
   */
  const refusedKeys = new Set<string>()
  const work = { route, run, vault }
  const handle = async (event: Event) => {
    const authorizer = parseAuthorizerContext(event.requestContext.authorizer)
    const { key_hash } = authorizer
    const isRead = route.method === 'GET' && event.httpMethod === 'GET' && route.meterBeforeRunning !== true
    const countFirst = !isRead || refusedKeys.has(key_hash)
    const admission = admit(route, table, event, authorizer)
    admission.then(
      () => refusedKeys.delete(key_hash),
      () => refusedKeys.add(key_hash),
    )
    const sender = { table, authorizer }
    if (countFirst)
      return renderSuccess(route, event, await answer(work, event, { ...sender, caller: await admission }))
    // A read changes nothing, so it runs while the request is counted. Its answer is dropped where the meter refuses
    // the request. It runs again where the caller has changed since the authorizer read the key.
    const presumedCaller = presumeCaller(authorizer, event.requestContext.requestId)
    const early = answer(work, event, { ...sender, caller: presumedCaller })
    early.catch(() => {})
    const caller = await admission
    const outcome = isDeepStrictEqual(caller, presumedCaller) ? early : answer(work, event, { ...sender, caller })
    return renderSuccess(route, event, await outcome)
  }
  return Object.assign(makeHandler(handle), { route })
}

type Work<R extends Route> = { route: R; run: Run<R>; vault: Vault | undefined }
async function answer<R extends Route>(
  { route, run, vault }: Work<R>,
  event: Event,
  { table, authorizer, caller }: { table: Table; authorizer: AuthorizerContext; caller: Caller },
): Promise<GivenAnswer> {
  const input = parseInput(route, event)
  const context = { ...openContext(table, caller, parseIdempotencyKey(event)), vault }
  try {
    // What was answered before is answered again: a request may be sent again when the sign-in is older.
    if (isSignInTooOld(route, input.body, authorizer, table.now()))
      return await answerOnce(context, () => Promise.reject(makeSignInRefusal()))
    return await run({ ...input, context })
  } catch (error) {
    throw route.nameField ? renameField(error, route.nameField(input.body)) : error
  }
}

/**
 * Middy carries the errors of routes. Metrics are also for jobs, which have no chain, and the input is parsed in the
 * handler, since a read runs beside the count of its request.
 */
function makeHandler(handle: (event: Event) => Promise<APIGatewayProxyResult>) {
  return middy<Event, APIGatewayProxyResult>()
    .use({ onError: async (request) => renderFailure(request.event, request.error) })
    .handler(withMetrics(handle))
}

async function admit(route: Route, table: Table, event: Event, authorizer: AuthorizerContext): Promise<Caller> {
  const reading = await meterRequest(table, authorizer, event.requestContext.requestId)
  event.meterReading = reading
  requireMethod(route, event)
  const { scopes, caller } = reading
  requireSecondFactor(route, authorizer, scopes)
  const lacking = listNeededScopes(route.scope).find((scope) => !scopes.includes(scope))
  if (lacking !== undefined) throw makeScopeRefusal(lacking, caller)
  return caller
}

/** The function of a path's first method also gets those that the path lacks: see `lib/api/api.ts`. */
function requireMethod({ method }: Route, { httpMethod }: Event): void {
  if (httpMethod !== method) throw new Refusal('not_found', 'There is no such route.')
}

function makeScopeRefusal(scope: Scope, { actor }: Caller): Refusal {
  if (actor.type === 'person') return new Refusal('forbidden', `Your role lacks the '${scope}' scope.`)
  const isForPeople = !(keyScopes as readonly string[]).includes(scope)
  return isForPeople ? makePeopleRefusal() : new Refusal('forbidden', `This API key lacks the '${scope}' scope.`)
}

function makePeopleRefusal(): Refusal {
  return new Refusal('forbidden', 'Only a person who has signed in reaches this.')
}

import { type Invocation, isThrottled } from '../functions/function-pool'
import type { Stack } from '../template'
import { AuthorizerCache } from './authorizer'
import { compress, type EncodedAnswer, readMinimumCompressionSize } from './compression'
import type { GatewayKeys } from './gateway-keys'
import type { OwnAnswer } from './gateway-responses'
import { type Match, makeMethodArn, match, readRoutes } from './gateway-routes'
import { type HttpRequest, makeProxyEvent, readProxyAnswer } from './proxy-integration'

/** API Gateway's limit of the bytes that pass to and from a function. */
const maxPayloadBytes = 6 * 1024 * 1024
/** Bytes of a body. As JSON, it has six times as many at most, and Node takes 16 KB of headers. */
const surelyFits = maxPayloadBytes / 10

/** `functionArn` is null where no function was asked. */
export type Answered = { answer: EncodedAnswer | OwnAnswer; functionArn: string | null }
/** `body` is decompressed. */
export type AskApi = (request: Omit<HttpRequest, 'body'>, body: Buffer) => Promise<Answered>

export type ApiOptions = {
  invoke: (functionArn: string, event: unknown) => Promise<Invocation>
  now: () => number
  keys: GatewayKeys
  /** How long the gateway waits for a function, or null for as long as it takes. */
  integrationTimeoutMs: number | null
}

/** The API of the template: finds the route, authorizes the request, and asks its function. */
export function openApi(stack: Stack, { invoke, now, keys, integrationTimeoutMs }: ApiOptions): AskApi {
  const routes = readRoutes(stack)
  const minimumCompressionSize = readMinimumCompressionSize(stack)
  const cache = new AuthorizerCache(invoke, now, keys)

  const askFunction = async (request: HttpRequest, matched: Match, context: Record<string, string>) => {
    const event = makeProxyEvent(request, matched, context)
    if (request.body.length > surelyFits && Buffer.byteLength(JSON.stringify(event)) > maxPayloadBytes)
      return 'REQUEST_TOO_LARGE'
    const invocation = await waitWithinTimeout(invoke(matched.method.functionArn, event), integrationTimeoutMs)
    if (invocation === null) return 'INTEGRATION_TIMEOUT'
    if (isThrottled(invocation)) return 'THROTTLED'
    const result = 'result' in invocation ? readProxyAnswer(invocation.result) : null
    if (result === null || Buffer.byteLength(result.body) > maxPayloadBytes) return 'BAD_GATEWAY'
    return compress(result, request.headers['accept-encoding']?.toString(), minimumCompressionSize)
  }

  return async (request, body) => {
    const matched = match(routes, request.method, request.path)
    if (!matched) return { answer: 'MISSING_AUTHENTICATION_TOKEN', functionArn: null }
    const arn = makeMethodArn(request.stage, request.method, request.path)
    const authorized = await cache.authorize(matched.method, request.headers.authorization, arn)
    if ('refused' in authorized) return { answer: authorized.refused, functionArn: null }
    const { functionArn } = matched.method
    if (body.length > maxPayloadBytes) return { answer: 'REQUEST_TOO_LARGE', functionArn } // not copied into an event
    const asked = askFunction({ ...request, body: body.toString() }, matched, authorized.context)
    return { answer: await asked.catch((): OwnAnswer => 'BAD_GATEWAY'), functionArn }
  }
}

async function waitWithinTimeout(
  invocation: Promise<Invocation>,
  timeoutMs: number | null,
): Promise<Invocation | null> {
  if (timeoutMs === null) return invocation
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  return Promise.race([invocation, late]).finally(() => clearTimeout(timer))
}

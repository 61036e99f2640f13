import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import * as z from 'zod'
import type { Invocation } from '../functions/function-pool'
import { listen } from '../listen'
import { readResources, type Stack } from '../template'
import { AuthorizerCache } from './authorizer'
import { compress, decompress, type EncodedAnswer, readMinimumCompressionSize } from './compression'
import type { GatewayKeys } from './gateway-keys'
import { type Answer, makeOwnAnswers, type OwnAnswer } from './gateway-responses'
import { makeMethodArn, match, readRoutes } from './gateway-routes'
import { type HttpRequest, makeProxyEvent, readProxyAnswer } from './proxy-integration'

/** API Gateway's limits: bytes of a request, and bytes that pass to and from a function. */
const maxRequestBytes = 10 * 1024 * 1024
const maxPayloadBytes = 6 * 1024 * 1024
/** Bytes of a body. As JSON, it has six times as many at most, and Node takes 16 KB of headers. */
const surelyFits = maxPayloadBytes / 10

/** `functionArn` is null where no function was asked. */
export type AnsweredRequest = {
  requestId: string
  method: string
  path: string
  status: number
  durationMs: number
  functionArn: string | null
}

export type GatewayOptions = {
  port: number
  invoke: (functionArn: string, event: unknown) => Promise<Invocation>
  now: () => number
  keys: GatewayKeys
  /** How long the gateway waits for a function, or null for as long as it takes. */
  integrationTimeoutMs: number | null
  onRequest: (request: AnsweredRequest) => void
  /** Answers requests outside the API, below `/_local/`. Returns null for a path that it does not know. */
  outside: (request: HttpRequest) => Promise<Answer | null>
}

const StageProperties = z.object({ StageName: z.string() })

export async function startGateway(
  stack: Stack,
  options: GatewayOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const [stageProperties] = readResources(stack, 'AWS::ApiGateway::Stage', StageProperties).values()
  const stage = stageProperties?.StageName ?? ''
  const routes = readRoutes(stack)
  const own = makeOwnAnswers(stack)
  const minimumCompressionSize = readMinimumCompressionSize(stack)
  const cache = new AuthorizerCache(options.invoke, options.now, options.keys)

  /** The functions of requests that are not answered yet, by the id of the request. */
  const asked = new Map<string, string>()

  const answer = async (request: Omit<HttpRequest, 'body'>, body: Buffer): Promise<EncodedAnswer | OwnAnswer> => {
    const matched = match(routes, request.method, request.path)
    if (!matched) return 'MISSING_AUTHENTICATION_TOKEN'
    const arn = makeMethodArn(stage, request.method, request.path)
    const authorized = await cache.authorize(matched.method, request.headers.authorization, arn)
    if ('refused' in authorized) return authorized.refused
    const { functionArn } = matched.method
    asked.set(request.requestId, functionArn)
    if (body.length > maxPayloadBytes) return 'REQUEST_TOO_LARGE' // before it is copied into an event
    const event = makeProxyEvent({ ...request, body: body.toString() }, matched, authorized.context)
    if (body.length > surelyFits && Buffer.byteLength(JSON.stringify(event)) > maxPayloadBytes)
      return 'REQUEST_TOO_LARGE'
    const invocation = await waitWithinTimeout(options.invoke(functionArn, event), options.integrationTimeoutMs)
    if (invocation === null) return 'INTEGRATION_TIMEOUT'
    const result = 'result' in invocation ? readProxyAnswer(invocation.result) : null
    if (result === null || Buffer.byteLength(result.body) > maxPayloadBytes) return 'BAD_GATEWAY'
    return compress(result, request.headers['accept-encoding']?.toString(), minimumCompressionSize)
  }

  const reply = async (incoming: IncomingMessage, requestId: string): Promise<EncodedAnswer | OwnAnswer> => {
    const { method = 'GET', url = '/', headers } = incoming
    const sent = await readBody(incoming)
    if (sent === null) return 'REQUEST_TOO_LARGE'
    const decoded = await decompress(sent, headers['content-encoding'], maxRequestBytes)
    if (typeof decoded === 'string') return decoded
    const [pathname = '/', ...query] = url.split('?') // used unchanged: URL would normalise it
    const inStage = pathname === `/${stage}` || pathname.startsWith(`/${stage}/`)
    const path = inStage ? pathname.slice(stage.length + 1) || '/' : pathname
    const at = options.now()
    const request = { requestId, method, path, query: new URLSearchParams(query.join('?')), headers, stage, at }
    if (inStage) return answer(request, decoded)
    return (await options.outside({ ...request, body: decoded.toString() })) ?? 'MISSING_AUTHENTICATION_TOKEN'
  }

  const server = createServer({ requireHostHeader: false }, async (incoming, outgoing) => {
    if (lacksHost(incoming)) return server.emit('clientError', new Error('Host is missing'), incoming.socket)
    const requestId = randomUUID()
    const begun = performance.now()
    const answered = await reply(incoming, requestId).catch((): OwnAnswer => 'BAD_GATEWAY')
    const sent = typeof answered === 'string' ? own(answered, requestId) : answered
    send(outgoing, sent)
    const { method = 'GET', url: path = '/' } = incoming
    const functionArn = asked.get(requestId) ?? null
    asked.delete(requestId)
    options.onRequest({
      requestId,
      method,
      path,
      status: sent.status,
      durationMs: performance.now() - begun,
      functionArn,
    })
  })
  // Answers what Node would answer in its own format, or not at all: invalid HTTP, headers that are too large, no
  // Host, an unknown Expect.
  server.on('clientError', (_, socket: Duplex) => {
    // Destroyed as well, since a client that never closes its side would keep the connection open.
    if (socket.writable) socket.end(formatRaw(own('BAD_REQUEST_PARAMETERS', randomUUID())), () => socket.destroy())
  })
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  const port = await listen(server, options.port)
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/${stage}`, stop }
}

/** HTTP/1.1 demands it. */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

/** Null where the body is larger than API Gateway allows. What exceeds the limit is read but not kept. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= maxRequestBytes) chunks.push(chunk)
  }
  return size > maxRequestBytes ? null : Buffer.concat(chunks)
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

function send(outgoing: ServerResponse, { status, headers, body }: EncodedAnswer): void {
  const empty = status === 204 || status === 304
  outgoing.writeHead(status, empty ? headers : { ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.end(empty ? undefined : body)
}

function formatRaw({ headers, body }: Answer): string {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  return ['HTTP/1.1 400 Bad Request', ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n')
}

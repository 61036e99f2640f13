import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import * as z from 'zod'
import { answerOwnHost, serve } from '../serve'
import { readResources, type Stack } from '../template'
import { type Answered, type ApiOptions, openApi } from './api'
import { decompress, type EncodedAnswer } from './compression'
import { type Answer, makeOwnAnswers, renderJson } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

/** API Gateway's limit of the bytes of a request. */
const maxRequestBytes = 10 * 1024 * 1024

/** `functionArn` is null where no function was asked. */
export type AnsweredRequest = {
  requestId: string
  method: string
  path: string
  status: number
  durationMs: number
  functionArn: string | null
}

export type GatewayOptions = ApiOptions & {
  port: number
  onRequest: (request: AnsweredRequest) => void
  /** Answers requests outside the API, below `/_local/`. Returns null for a path that it does not know. */
  outside: (request: HttpRequest) => Promise<Answer | null>
}

const StageProperties = z.object({ StageName: z.string() })

/** Answers HTTP as API Gateway does. */
export async function startGateway(
  stack: Stack,
  options: GatewayOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const [stageProperties] = readResources(stack, 'AWS::ApiGateway::Stage', StageProperties).values()
  const stage = stageProperties?.StageName ?? ''
  const own = makeOwnAnswers(stack)
  const reply = makeReply(stack, stage, options)
  const handle: RequestListener = async (incoming, outgoing) => {
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1')
      return server.emit('clientError', new Error('Host is missing'), incoming.socket)
    const requestId = randomUUID()
    const begun = performance.now()
    const { answer, functionArn } = await reply(incoming, requestId).catch(
      (): Answered => ({ answer: 'BAD_GATEWAY', functionArn: null }),
    )
    const sent = typeof answer === 'string' ? own(answer, requestId) : answer
    send(outgoing, sent)
    const { method = 'GET', url: path = '/' } = incoming
    const durationMs = performance.now() - begun
    options.onRequest({ requestId, method, path, status: sent.status, durationMs, functionArn })
  }
  const server = createServer({ requireHostHeader: false }, answerOwnHost(handle))
  answerUnusual(server, () => formatRaw(own('BAD_REQUEST_PARAMETERS', randomUUID())))
  const { endpoint, stop } = await serve(server, options.port)
  return { url: `${endpoint}/${stage}`, stop }
}

const lacksHeader = renderJson(403, {
  error: { code: 'forbidden', message: "Outside the API, a request needs the header 'X-Local: 1'.", field: 'X-Local' },
})

/** Asks the API for what is below the stage, and `outside` for the rest. */
function makeReply(stack: Stack, stage: string, options: GatewayOptions) {
  const askApi = openApi(stack, options)
  return async (incoming: IncomingMessage, requestId: string): Promise<Answered> => {
    const { method = 'GET', url = '/', headers } = incoming
    const sent = await readBody(incoming)
    if (sent === null) return { answer: 'REQUEST_TOO_LARGE', functionArn: null }
    const decoded = await decompress(sent, headers['content-encoding'], maxRequestBytes)
    if (typeof decoded === 'string') return { answer: decoded, functionArn: null }
    const [pathname = '/', ...query] = url.split('?') // used unchanged: URL would normalise it
    const inStage = pathname === `/${stage}` || pathname.startsWith(`/${stage}/`)
    const path = inStage ? pathname.slice(stage.length + 1) || '/' : pathname
    const at = options.now()
    const request = { requestId, method, path, query: new URLSearchParams(query.join('?')), headers, stage, at }
    if (inStage) return askApi(request, decoded)
    // A page of another origin can send no header of its own, and what it may send without is a GET or a POST.
    if (method !== 'GET' && headers['x-local'] === undefined) return { answer: lacksHeader, functionArn: null }
    const answer = await options.outside({ ...request, body: decoded.toString() })
    return { answer: answer ?? 'MISSING_AUTHENTICATION_TOKEN', functionArn: null }
  }
}

/**
 * Answers what Node would answer in its own format, or not at all: invalid HTTP, headers that are too large, no Host,
 * an unknown Expect.
 */
function answerUnusual(server: Server, formatRefusal: () => string): void {
  server.on('clientError', (_, socket: Duplex) => {
    // Destroyed as well, since a client that never closes its side would keep the connection open.
    if (socket.writable) socket.end(formatRefusal(), () => socket.destroy())
  })
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
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

function send(outgoing: ServerResponse, { status, headers, body }: EncodedAnswer): void {
  const empty = status === 204 || status === 304
  outgoing.writeHead(status, empty ? headers : { ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.end(empty ? undefined : body)
}

function formatRaw({ headers, body }: Answer): string {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  return ['HTTP/1.1 400 Bad Request', ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n')
}

import type { IncomingHttpHeaders } from 'node:http'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { account, apiId } from '../names'
import type { Answer } from './gateway-responses'
import type { Match } from './gateway-routes'

export type HttpRequest = {
  requestId: string
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  stage: string
  /** Epoch milliseconds. */
  at: number
}

type RequestContext = APIGatewayProxyEvent['requestContext']
/** The event, with the parts of the client's identity that are known here. */
type ProxyEvent = Omit<APIGatewayProxyEvent, 'requestContext'> & {
  requestContext: Omit<RequestContext, 'identity'> & {
    identity: Pick<RequestContext['identity'], 'sourceIp' | 'userAgent'>
  }
}

export function makeProxyEvent(
  request: HttpRequest,
  { method, parameters }: Match,
  authorizer: Record<string, string>,
): ProxyEvent {
  const { requestId, path, headers, query, body, stage, at } = request
  const multiHeaders = Object.fromEntries(Object.entries(headers).map(([name, value = []]) => [name, [value].flat()]))
  const multiQuery =
    [...query.keys()].length > 0 ? Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)])) : null
  return {
    resource: method.resource,
    path,
    httpMethod: request.method,
    headers: takeLastOfEach(multiHeaders),
    multiValueHeaders: multiHeaders,
    queryStringParameters: multiQuery && takeLastOfEach(multiQuery),
    multiValueQueryStringParameters: multiQuery,
    pathParameters: Object.keys(parameters).length > 0 ? decodeAll(parameters) : null,
    stageVariables: null,
    body: body === '' ? null : body,
    isBase64Encoded: false,
    requestContext: {
      accountId: account,
      apiId,
      authorizer,
      protocol: 'HTTP/1.1',
      httpMethod: request.method,
      path: `/${stage}${path}`,
      stage,
      requestId,
      requestTimeEpoch: at,
      resourceId: method.resource,
      resourcePath: method.resource,
      identity: { sourceIp: '127.0.0.1', userAgent: headers['user-agent'] ?? null },
    },
  }
}

/** Headers of a function's answer that API Gateway renames. */
const remapped = new Set(
  'authorization connection content-md5 date expect host max-forwards pragma proxy-authenticate range referer server te trailer upgrade user-agent via warn www-authenticate'.split(
    ' ',
  ),
)

const ProxyResult = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  multiValueHeaders: z.record(z.string(), z.array(z.coerce.string())).default({}),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().nullish(),
})

/** Null where the result is not an answer: API Gateway then answers 502. */
export function readProxyAnswer(result: unknown): Answer | null {
  const { data } = ProxyResult.safeParse(result)
  if (!data) return null
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = data
  const all = [
    ...Object.entries(headers),
    ...Object.entries(multiValueHeaders).map(([name, values]) => [name, values.join(', ')] as const),
  ]
  const renamed = all.map(([name, value]) => [rename(name.toLowerCase()), value])
  return {
    status: statusCode,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(renamed) },
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString() : body,
  }
}

function rename(name: string): string {
  return remapped.has(name) ? `x-amzn-remapped-${name}` : name
}

function takeLastOfEach(multi: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1) ?? '']))
}

function decodeAll(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decode(value)]))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

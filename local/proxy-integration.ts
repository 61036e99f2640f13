import type { IncomingHttpHeaders } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Answer } from './gateway-responses'
import type { Match } from './gateway-routes'
import { account } from './template'

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

/** The event that API Gateway makes of a request for a Lambda proxy integration. */
export function proxyEvent(
  request: HttpRequest,
  { method, parameters }: Match,
  authorizer: Record<string, string>,
): APIGatewayProxyEvent {
  const { requestId, path, headers, query, body, stage, at } = request
  const multiHeaders = Object.fromEntries(Object.entries(headers).map(([name, value = []]) => [name, [value].flat()]))
  const multiQuery =
    [...query.keys()].length > 0 ? Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)])) : null
  return {
    resource: method.resource,
    path,
    httpMethod: request.method,
    headers: lastOfEach(multiHeaders),
    multiValueHeaders: multiHeaders,
    queryStringParameters: multiQuery && lastOfEach(multiQuery),
    multiValueQueryStringParameters: multiQuery,
    pathParameters: Object.keys(parameters).length > 0 ? decoded(parameters) : null,
    stageVariables: null,
    body: body === '' ? null : body,
    isBase64Encoded: false,
    requestContext: {
      accountId: account,
      apiId: 'local',
      authorizer,
      protocol: 'HTTP/1.1',
      httpMethod: request.method,
      path: `/${stage}${path}`,
      stage,
      requestId,
      requestTimeEpoch: at,
      resourceId: method.resource,
      resourcePath: method.resource,
      identity: {
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? null,
      } as APIGatewayProxyEvent['requestContext']['identity'],
    },
  }
}

/** Headers of a Lambda proxy's answer that API Gateway passes on under another name. */
const remapped = new Set(
  'authorization connection content-md5 date expect host max-forwards pragma proxy-authenticate range referer server te trailer upgrade user-agent via warn www-authenticate'.split(
    ' ',
  ),
)

/** The answer that a function's result is; null where it is none, which API Gateway answers with a 502 of its own. */
export function proxyAnswer(result: unknown): Answer | null {
  const {
    statusCode,
    headers = {},
    multiValueHeaders = {},
    body = '',
    isBase64Encoded,
  } = (result ?? {}) as Partial<APIGatewayProxyResult>
  if (typeof statusCode !== 'number' || typeof body !== 'string') return null
  const all = [
    ...Object.entries(headers),
    ...Object.entries(multiValueHeaders).map(([name, values]) => [name, values?.join(', ')] as const),
  ]
  const renamed = all.map(([name, value]) => [rename(name.toLowerCase()), String(value)])
  return {
    status: statusCode,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(renamed) },
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString() : body,
  }
}

function rename(name: string): string {
  return remapped.has(name) ? `x-amzn-remapped-${name}` : name
}

function lastOfEach(multi: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1) ?? '']))
}

function decoded(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decode(value)]))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

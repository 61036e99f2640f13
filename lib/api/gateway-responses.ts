import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { makeProblem, type ProblemCode, statusOf } from '../../functions/contract/problem'
import { safeHeaders, transportHeaders } from '../../functions/contract/safe-headers'

/** The answers that API Gateway makes itself, in the words of this API. `status: null` keeps API Gateway's status. */
const answers: {
  type: ResponseType
  code: ProblemCode
  message: string
  field?: string
  status?: null
  headers?: Record<string, string>
}[] = [
  {
    type: ResponseType.UNAUTHORIZED,
    code: 'unauthorized',
    message: 'A valid API key is needed: Authorization: Bearer <API_KEY>.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  { type: ResponseType.ACCESS_DENIED, code: 'forbidden', message: 'This API key may not do that.' },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, code: 'not_found', message: 'There is no such route.' },
  { type: ResponseType.RESOURCE_NOT_FOUND, code: 'not_found', message: 'There is no such route.' },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    code: 'invalid_content_type',
    message: "The 'Content-Type' header must be application/json, and 'Content-Encoding' must be what the body has.",
    field: 'Content-Type',
  },
  {
    type: ResponseType.THROTTLED,
    code: 'resource_busy',
    message: 'There are too many requests at once. Nothing was changed. Try again in 1 second.',
    headers: { 'Retry-After': '1' },
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    code: 'rate_limited',
    message: 'The quota of the day is used up.',
    headers: { 'Retry-After': '3600' },
  },
  // A revoked key gets this while API Gateway caches the authorizer's result. So does a new or moved key, until API
  // Gateway knows it.
  {
    type: ResponseType.INVALID_API_KEY,
    code: 'unauthorized',
    message: 'The API key is not known. One that is new or whose plan has changed takes up to a minute.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'invalid_request',
    message: 'The request is too large: a body may have up to 6 MB.',
    status: null,
  },
  // A status here would replace the status of every other 4XX of API Gateway.
  {
    type: ResponseType.DEFAULT_4XX,
    code: 'invalid_request',
    message: 'The request could not be understood.',
    status: null,
  },
  { type: ResponseType.DEFAULT_5XX, code: 'internal_error', message: 'The request failed on our side.' },
]

/** `url`: the address at one's own domain, or null. */
export function createGatewayResponses(api: RestApi, url: string | null): void {
  for (const { type, code, message, field, status, headers } of answers) {
    const limits = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '0' }
    const constant = { ...limits, ...safeHeaders, ...(url === null ? {} : transportHeaders), ...headers }
    const quoted = Object.fromEntries(Object.entries(constant).map(([name, value]) => [name, `'${value}'`]))
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status === null ? {} : { statusCode: String(statusOf[code]) }),
      responseHeaders: { ...quoted, 'X-Request-Id': 'context.requestId' },
      templates: { 'application/json': JSON.stringify(makeProblem(code, message, field)) },
    })
  }
}

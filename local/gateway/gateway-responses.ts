import * as z from 'zod'
import { readResources, type Stack } from '../template'

/** What the gateway sends back. Header names are in lower case. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

/** The kinds of answer that API Gateway makes itself, with the status of each where the template sets none. */
const defaultStatus = {
  ACCESS_DENIED: 403,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_PARAMETERS: 400,
  INTEGRATION_FAILURE: 504,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
  // Not a type of API Gateway's. It stands for a function that failed, which API Gateway answers under DEFAULT_5XX.
  BAD_GATEWAY: 502,
} as const
export type OwnAnswer = keyof typeof defaultStatus

const Definition = z.object({
  ResponseType: z.string(),
  StatusCode: z.string().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
})

/** Makes the gateway's own answers as the template defines them: by type, otherwise by the default of the class. */
export function makeOwnAnswers(stack: Stack): (type: OwnAnswer, requestId: string) => Answer {
  const found = readResources(stack, 'AWS::ApiGateway::GatewayResponse', Definition)
  const definitions = new Map([...found.values()].map((definition) => [definition.ResponseType, definition]))
  return (type, requestId) => {
    const status = defaultStatus[type]
    const definition = definitions.get(type) ?? definitions.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX')
    const headers = Object.entries(definition?.ResponseParameters ?? {}).map(([name, value]) => [
      name.replace('gatewayresponse.header.', '').toLowerCase(),
      value === 'context.requestId' ? requestId : value.replace(/^'|'$/g, ''),
    ])
    const body = definition?.ResponseTemplates['application/json'] ?? JSON.stringify({ message: type })
    return {
      status: Number(definition?.StatusCode ?? status),
      headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
      body: body.replaceAll('$context.requestId', requestId),
    }
  }
}

export function renderJson(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

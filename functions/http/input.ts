import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { refusedInput, shortened } from '../contract/faults'
import { Refused } from '../domain/errors'
import type { Route } from '../routes'
import type { IdempotencyKey } from '../store/commit/idempotency'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Part<R extends Route, Name extends string> = Name extends keyof R ? Output<R[Name]> : undefined

/** A request's input, as the route's schemas give it out. */
export type Input<R extends Route> = {
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
  /** The revision that `If-Match` names; null where any will do. */
  ifMatch: number | null
}

const none = z.strictObject({})

/** Parses what the request carries. Refuses what the route's schemas refuse, naming the field. */
export function inputOf<R extends Route>(route: R, event: APIGatewayProxyEvent): Input<R> {
  const params = route.params?.safeParse(event.pathParameters ?? {})
  if (params?.success === false) throw new Refused(route.missing ?? 'not_found', 'There is nothing with this id.')
  const optional = route.body === undefined || route.bodyOptional === true
  const query = route.method === 'ANY' ? undefined : checked(route.query ?? none, queryOf(event))
  const body = route.method === 'ANY' ? undefined : checked(route.body ?? none, bodyOf(event, optional))
  const ifMatch = route.conditional ? revisionOf(header(event, 'if-match')) : null
  return { params: params?.data, query, body, ifMatch } as Input<R>
}

/** A request header by its lower-case name. */
function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw refusedInput(result.error)
  return result.data
}

function queryOf(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  const entries = Object.entries(event.multiValueQueryStringParameters ?? {})
  const repeated = entries.find(([, values]) => (values?.length ?? 0) > 1)
  if (repeated) {
    const field = shortened(repeated[0])
    throw new Refused('invalid_request', `The '${field}' field must not be repeated.`, field)
  }
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0]]))
}

function bodyOf(event: APIGatewayProxyEvent, optional: boolean): unknown {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  if (text === '' && optional) return {}
  const type = header(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (text !== '' && type !== 'application/json') {
    throw new Refused('invalid_content_type', "The 'Content-Type' header must be application/json.")
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('invalid_json', 'The request body is not valid JSON.')
  }
}

/** What `Idempotency-Key` makes of a change; null without one. */
export function idempotencyOf(event: APIGatewayProxyEvent): IdempotencyKey | null {
  const key = event.httpMethod === 'GET' ? undefined : header(event, 'idempotency-key')
  if (key === undefined) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const message = "The 'Idempotency-Key' field must have 1 to 255 printable ASCII characters."
    throw new Refused('invalid_request', message, 'Idempotency-Key')
  }
  const request = JSON.stringify([event.httpMethod, event.path, event.body])
  return { key, fingerprint: createHash('sha256').update(request).digest('base64url'), row: null }
}

function revisionOf(tag: string | undefined): number | null {
  if (tag === undefined || tag.trim() === '*') return null
  const revision = /^"([1-9]\d{0,14})"$/.exec(tag.trim())?.[1]
  if (revision === undefined) {
    throw new Refused('invalid_request', "The 'If-Match' field must be an ETag that the service gave out.", 'If-Match')
  }
  return Number(revision)
}

import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { formatPath, makeInputRefusal, shortenName } from '../contract/input-refusal'
import { Refusal } from '../domain/errors'
import { parseJson } from '../domain/json'
import type { Route } from '../routes'
import type { IdempotencyKey } from '../store/commit/idempotency'
import { findRepeatedKey } from './repeated-key'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Part<R extends Route, Name extends string> = Name extends keyof R ? Output<R[Name]> : undefined

export type Input<R extends Route> = {
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
  /** The revision that `If-Match` names, or null where any revision will do. */
  ifMatch: number | null
}

const none = z.strictObject({})

/** Refuses what the route's schemas refuse, and names the field. */
export function parseInput<R extends Route>(route: R, event: APIGatewayProxyEvent): Input<R> {
  const params = route.params?.safeParse(event.pathParameters ?? {})
  if (params?.success === false) throw new Refusal(route.missing ?? 'not_found', 'There is nothing with this id.')
  const optional = route.body === undefined || route.bodyOptional === true
  const query = parsePart(route.query ?? none, parseQuery(event))
  const body = parsePart(route.body ?? none, parseBody(event, optional))
  const ifMatch = route.takesIfMatch ? parseRevision(getHeader(event, 'if-match')) : null
  return { params: params?.data, query, body, ifMatch } as Input<R>
}

/** Gets a request header by its lower-case name. */
function getHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const header = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return header?.[1]
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw makeInputRefusal(result.error)
  return result.data
}

function parseQuery(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  const entries = Object.entries(event.multiValueQueryStringParameters ?? {})
  const repeatedParameter = entries.find(([, values]) => (values?.length ?? 0) > 1)
  if (repeatedParameter) throw makeRepetitionRefusal(repeatedParameter[0])
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0]]))
}

function parseBody(event: APIGatewayProxyEvent, optional: boolean): unknown {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  if (text === '' && optional) return {}
  const type = getHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (text !== '' && type !== 'application/json') {
    throw new Refusal('invalid_content_type', "The 'Content-Type' header must be application/json.", 'Content-Type')
  }
  const body = parseJson(text)
  if (body === undefined) throw new Refusal('invalid_json', 'The request body is not valid JSON.')
  const repeatedKey = findRepeatedKey(text)
  if (repeatedKey) throw makeRepetitionRefusal(formatPath(repeatedKey))
  return body
}

function makeRepetitionRefusal(name: string): Refusal {
  const field = shortenName(name)
  return new Refusal('invalid_request', `The '${field}' field must not be repeated.`, field)
}

/** Null for a GET, or without a key. Refused with `invalid_request` where the key is malformed. */
export function parseIdempotencyKey(event: APIGatewayProxyEvent): IdempotencyKey | null {
  const key = event.httpMethod === 'GET' ? undefined : getHeader(event, 'idempotency-key')
  if (key === undefined) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const message = "The 'Idempotency-Key' field must have 1 to 255 printable ASCII characters."
    throw new Refusal('invalid_request', message, 'Idempotency-Key')
  }
  const request = JSON.stringify([event.httpMethod, getPath(event), event.body])
  return { key, fingerprint: createHash('sha256').update(request).digest('base64url'), row: null }
}

/**
 * The path below the stage, the same whichever way a request came. Through a domain of the customer's own, API Gateway
 * adds the base path of the mapping, which is the stage's name.
 */
function getPath({ path, requestContext }: APIGatewayProxyEvent): string {
  const prefix = `/${requestContext.stage}/`
  return (path.startsWith(prefix) ? path.slice(prefix.length - 1) : path).replace(/\/$/, '')
}

function parseRevision(tag: string | undefined): number | null {
  if (tag === undefined || tag.trim() === '*') return null
  const revision = /^"([1-9]\d{0,14})"$/.exec(tag.trim())?.[1]
  if (revision === undefined) {
    throw new Refusal('invalid_request', "The 'If-Match' field must be an ETag that the service gave out.", 'If-Match')
  }
  return Number(revision)
}

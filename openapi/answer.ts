export type Answer = { description: string; headers: HeaderRefs; content?: object }

/** A body in JSON. `exact`: its own schema, where `schema` is that of several answers. */
export function describeJson(schema: object, example?: unknown, exact?: object): object {
  const own = exact === undefined ? {} : { 'x-schema': exact }
  return { 'application/json': { schema, ...own, ...(example === undefined ? {} : { example }) } }
}

type Header = { description: string; schema: object }
type HeaderRefs = { [name: string]: { $ref: string } }

const integer = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } })
const text = (description: string): Header => ({ description, schema: { type: 'string' } })

/** By their names. */
export const headers: { [name: string]: Header } = {
  'X-Request-Id': text('The id of this request. Name it when you ask about it.'),
  'X-RateLimit-Limit': integer('How many requests the key may make, in this minute or on this day.'),
  'X-RateLimit-Remaining': integer('How many of them are left.'),
  'X-RateLimit-Reset': integer('When the limit starts anew, in seconds since 1970 (UTC).'),
  'Retry-After': integer('After so many seconds, try again.'),
  ETag: text('The revision of the object. Send it back as `If-Match` to change only what you have seen.'),
  Location: text('The path of what was created, from the root of the server. Several transactions have none.'),
  'Idempotent-Replayed': text('`true` where this is the recorded answer to an earlier request with the same key.'),
  Warning: text('The change was made, but there is a better way to make it.'),
  'WWW-Authenticate': text('How to send a key: `Bearer`.'),
}

/** Of every answer. */
const standardHeaders = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers of an answer: those of every answer, and `more`. */
export function referHeaders(more: string[] = []): HeaderRefs {
  return Object.fromEntries(
    [...standardHeaders, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

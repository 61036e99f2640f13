import { parseInput } from '../../functions/http/input'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { expectRefusal } from './refusals'
import { unknownIds } from './requests/ids'
import { findPart } from './requests/requests'

/** What a request sends besides its path. A body that is a text is sent as it is. */
export type Sent = { body?: unknown; query?: string; headers?: Record<string, string> }

/** Of a refusal: the field, what is said of it (a predicate, or no matter what), and the code. */
export type Told = [field: string, predicate?: string | undefined, code?: string]

/** Of what is no time. */
export const noTime = 'must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B)'

/** Parses a request of a route as its function does, without a service. */
export function parseRequest(
  id: RouteId,
  { body, query = '', headers = { 'Content-Type': 'application/json' } }: Sent,
) {
  const route: Route = routes[id]
  const values: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) values[name] = [...(values[name] ?? []), value]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const pathParameters = route.params ? { id: unknownIds[findPart(id)] } : null
  const event = { httpMethod: route.method, body: text, headers, pathParameters }
  return parseInput(route, { ...event, multiValueQueryStringParameters: values } as never)
}

export function expectRequestRefusal(
  id: RouteId,
  sent: Sent,
  [field, predicate, code = 'invalid_request']: Told,
): void {
  const message = predicate === undefined ? expect.any(String) : `The '${field}' field ${predicate}.`
  expectRefusal(() => parseRequest(id, sent), { code, field, message })
}

import { Problem, type ProblemCode, statusOf } from '../functions/contract/problem'
import { type Route, routes } from '../functions/routes'
import { type Answer, describeJson, referHeaders } from './answer'
import { examples } from './examples'
import { refer } from './schemas'

const meanings: Record<ProblemCode, string> = {
  invalid_request: 'a field, parameter or header is wrong; `field` names it',
  invalid_json: 'the body is not a JSON object',
  invalid_content_type: 'the body is not `application/json`',
  sku_already_exists: 'another live item has the SKU',
  insufficient_stock: 'the quantity would fall below 0',
  version_conflict: 'the object has changed since the revision or quantity that the request names',
  invalid_state: 'the object is in a state that does not allow this',
  over_receipt: 'more would be received than is outstanding',
  item_in_trash: 'the item is in trash',
  not_in_trash: 'the item is not in trash',
  idempotency_key_reused: 'the key named another request within 24 hours',
  limit_exceeded: 'there are too many rows: send the rest in another request; or too many webhooks or API keys',
  cursor_expired: 'the plan does not show events that far back any more; begin without `after` and `since`',
  unauthorized: 'there is no key, or it is unknown, expired or revoked',
  forbidden: 'the key lacks the scope, or the company is suspended',
  sign_in_required: 'the person must have signed in at most ten minutes ago',
  second_factor_required: 'an owner must sign in with a second factor; `GET /account` alone asks for none',
  plan_limit_reached: 'the plan does not include this, or its quota is used up',
  item_not_found: 'there is no such item, or it is in trash',
  order_not_found: 'there is no such order',
  receipt_not_found: 'the order has no such receipt',
  transaction_not_found: 'there is no such transaction',
  snapshot_not_found: 'there is no such snapshot',
  restore_not_found: 'there is no such restore',
  webhook_not_found: 'there is no such webhook',
  delivery_not_found: 'there is no such delivery, or it was more than 30 days ago',
  person_not_found: 'there is no such person',
  key_not_found: 'there is no such API key',
  not_found: 'there is no such route',
  rate_limited: 'the limit of the minute or of the day is reached',
  resource_busy: 'others are changing the same rows, a list is being prepared, or there are too many requests at once',
  internal_error: 'the request failed on our side; it is logged under its request id',
}

/** What the API may answer beside a success, by its name in the document. A name has all codes that it may have. */
export function describeCommonRefusals(): { [name: string]: Answer } {
  const answers = Object.values<Route>(routes).flatMap(listRefusals)
  return Object.fromEntries(answers.flatMap(({ name, describe }) => (name === null ? [] : [[name, describe()]])))
}

/** `name` is null where it would say too much: other operations seldom have the same codes. */
type RefusedAnswer = { status: number; name: string | null; describe: () => Answer }

/** Most are named after their codes, so that operations share them. */
export function listRefusals(route: Route): RefusedAnswer[] {
  const codes = listCodes(route)
  const refused = [400, 401, 403, 404, 429, 500].flatMap((status): RefusedAnswer[] => {
    const own = codes.filter((code) => statusOf[code] === status)
    const name = own.length > anyRequest.length + 4 ? null : nameAnswer(own)
    return own.length === 0 ? [] : [{ status, name, describe: () => describeProblem(own, moreHeaders[status]) }]
  })
  return route.method === 'GET' ? refused : [...refused, tooLarge]
}

/** The one answer of API Gateway whose status this API cannot choose. */
const tooLarge: RefusedAnswer = {
  status: 413,
  name: 'TooLarge',
  describe: () => ({
    description: 'The body is larger than 6 MB: `invalid_request`.',
    headers: referHeaders(),
    content: describeJson(refer(Problem)),
  }),
}

const moreHeaders: { [status: number]: string[] } = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] }

/** `ItemNotFound`, or `RateLimitedOrResourceBusy`. What is wrong with a body, and how owners sign in, goes without. */
function nameAnswer(codes: ProblemCode[]): string {
  const told = codes.filter((code) => !unsaid.has(code))
  return told.map((code) => code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())).join('Or')
}

const unsaid = new Set<ProblemCode>(['invalid_json', 'invalid_content_type', 'second_factor_required'])

/** With 400. Reads take no body, but one that has a body all the same is refused where it is not JSON. */
const anyRequest = ['invalid_request', 'invalid_json', 'invalid_content_type'] as const

/** What the operation may be refused with. */
function listCodes(route: Route): ProblemCode[] {
  const { method, scope, missing, takesIfMatch, refuses = [], needsRecentSignIn } = route
  const writes = method !== 'GET'
  return [
    ...anyRequest,
    ...(writes ? (['idempotency_key_reused'] as const) : []),
    ...(takesIfMatch ? (['version_conflict'] as const) : []),
    ...(missing ? [missing] : []),
    ...refuses,
    ...(scope === null ? [] : (['forbidden', 'second_factor_required'] as const)),
    ...(needsRecentSignIn ? (['sign_in_required'] as const) : []),
    'unauthorized',
    'rate_limited',
    'resource_busy',
    'internal_error',
  ]
}

function describeProblem(codes: readonly ProblemCode[], more: string[] = []): Answer {
  const shown = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: codes.map((code) => `- \`${code}\`: ${meanings[code]}.`).join('\n'),
    headers: referHeaders(more),
    content: { 'application/json': { schema: refer(Problem), examples: Object.fromEntries(shown) } },
  }
}

/** An example of each error that an operation may be refused with, by its code. */
export function describeProblemExamples(): { [code: string]: { summary: string; value: unknown } } {
  const codes = new Set(Object.values<Route>(routes).flatMap(listCodes))
  return Object.fromEntries(
    [...codes].map((code) => {
      const meaning = meanings[code]
      return [code, { summary: meaning.charAt(0).toUpperCase() + meaning.slice(1), value: examples.problems[code] }]
    }),
  )
}

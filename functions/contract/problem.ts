import * as z from 'zod'
import { Refused, RowRefused, refusals } from '../domain/errors'

const codes = [...refusals, 'internal_error'] as const
export type ProblemCode = (typeof codes)[number]

/** The body of every answer that is not a success. */
export const Problem = z.object({
  error: z.object({ code: z.enum(codes), message: z.string(), field: z.string().optional() }),
})
export type Problem = z.infer<typeof Problem>

/** The status of each code: only those that the interface lists. */
export const statusOf: Record<ProblemCode, 400 | 401 | 403 | 404 | 429 | 500> = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_content_type: 400,
  sku_already_exists: 400,
  insufficient_stock: 400,
  version_conflict: 400,
  invalid_state: 400,
  over_receipt: 400,
  item_in_trash: 400,
  not_in_trash: 400,
  idempotency_key_reused: 400,
  limit_exceeded: 400,
  unauthorized: 401,
  forbidden: 403,
  plan_limit_reached: 403,
  item_not_found: 404,
  order_not_found: 404,
  transaction_not_found: 404,
  snapshot_not_found: 404,
  restore_not_found: 404,
  not_found: 404,
  rate_limited: 429,
  resource_busy: 429,
  internal_error: 500,
}

export function problem(code: ProblemCode, message: string, field?: string): Problem {
  return { error: { code, message, ...(field === undefined ? {} : { field }) } }
}

/**
 * What a failed input validation means to the caller: its first fault, with the field. `row` names the value where it is an
 * element of a list, not the whole body.
 */
export function refusedInput({ issues }: z.ZodError, row?: string): Refused {
  const [issue] = issues
  if (issue === undefined) throw new Error('a failed validation names no issue')
  const unknown = issue.code === 'unrecognized_keys'
  const path = unknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = shortened(path.reduce<string>(step, ''))
  if (path.length === 0 && row) return new Refused('invalid_request', `The '${row}' field must be an object.`, row)
  if (path.length === 0) return new Refused('invalid_json', 'The request body must be a JSON object.')
  if (unknown) return new Refused('invalid_request', `The '${field}' field is not known.`, field)
  const tooMany = issue.code === 'too_big' && issue.origin === 'array'
  return new Refused(tooMany ? 'limit_exceeded' : 'invalid_request', `The '${field}' field ${predicate(issue)}.`, field)
}

/** A name that the caller chose is repeated only so far: an answer must not grow with it. */
export function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}

/** `['line_items', 2, 'quantity']` as `line_items[2].quantity`. */
function step(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? String(key) : `${path}.${String(key)}`
}

function predicate(issue: z.core.$ZodIssue): string {
  // Our own messages are predicates; zod's, which begin with a capital, are not.
  return /^[a-z]/.test(issue.message) ? issue.message : 'is not valid'
}

/** What the request calls a part of one of its rows; undefined where it has no name for it. */
export type NameField = (row: number, part: string | null) => string | undefined

/** Runs an operation for a request: refusals of its rows leave with the name of the request's field. */
export async function namingFields<Result>(nameField: NameField, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error
    const field = nameField(error.row, error.part)
    throw new Refused(error.code, error.tell(field ?? ''), field)
  }
}

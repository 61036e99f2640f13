import type { Problem } from './generated/types'

/** The codes of this release. A later one may have more: handle an unknown code by its status. */
export type ErrorCode = Problem['error']['code']

/** The service answered with a status of 400 or above, after all attempts. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** For programs. `unknown` where the answer is not the service's, but that of something in between. */
  readonly code: ErrorCode | 'unknown' | (string & {})
  /** The field, parameter or header that is at fault, or null. */
  readonly field: string | null
  /** Name it when you report a problem. Null where the answer has none. */
  readonly requestId: string | null
  /** After how many seconds the request may be sent again, or null. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, headers: Headers, body: unknown) {
    const problem = readProblem(body)
    super(problem ? `${problem.message} (${status} ${problem.code})` : `The answer has status ${status} and no error.`)
    this.status = status
    this.code = problem?.code ?? 'unknown'
    this.field = problem?.field ?? null
    this.requestId = headers.get('x-request-id')
    this.retryAfterSeconds = readRetryAfter(headers)
  }
}

/** Null where the answer is not the service's. */
function readProblem(body: unknown): { code: string; message: string; field?: string } | null {
  const problem = (body as Partial<Problem> | null)?.error
  return typeof problem?.code === 'string' && typeof problem.message === 'string' ? problem : null
}

/** No answer arrived, after all attempts. A change may have been made: send it again under the same key to find out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The key of the change, or null for a read. */
  readonly idempotencyKey: string | null

  constructor(message: string, options: { cause: unknown; idempotencyKey: string | null }) {
    super(message, { cause: options.cause })
    this.idempotencyKey = options.idempotencyKey
  }
}

/** In seconds. Null where the header is missing or no number. The service sends no dates. */
export function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')
  return value !== null && /^\d+$/.test(value) ? Number(value) : null
}

// Errors of the service by what a program does about them. Each is an `ApiError`, also by its `name`.

/** The request itself is wrong: sent again, it is refused again. `field` names what to mend. */
export class ValidationError extends ApiError {}

/** What is stored does not allow it: stock, a state, a SKU in use, a revision that has changed. Read it, and decide. */
export class ConflictError extends ApiError {}

/** There is no key, or it is not known. */
export class UnauthorizedError extends ApiError {}

/** The key may not do that, its company is suspended, or the plan does not allow it. */
export class ForbiddenError extends ApiError {}

/** What the request names does not exist. */
export class NotFoundError extends ApiError {}

/** Refused for now, in all attempts. `retryAfterSeconds` says for how long. */
export class RateLimitError extends ApiError {}

/** The service failed, in all attempts. A change may have been made. */
export class ServerError extends ApiError {}

const kindOfStatus: Record<number, typeof ApiError> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  429: RateLimitError,
  500: ServerError,
}

const kindOfCode: Record<string, typeof ApiError> = {
  invalid_request: ValidationError,
  invalid_json: ValidationError,
  invalid_content_type: ValidationError,
  limit_exceeded: ValidationError,
  cursor_expired: ValidationError,
  sku_already_exists: ConflictError,
  insufficient_stock: ConflictError,
  version_conflict: ConflictError,
  invalid_state: ConflictError,
  over_receipt: ConflictError,
  item_in_trash: ConflictError,
  not_in_trash: ConflictError,
  idempotency_key_reused: ConflictError,
}

/** Of no kind where the answer is not the service's, or has a code of a later release. */
export function makeApiError(status: number, headers: Headers, body: unknown): ApiError {
  const error = new ApiError(status, headers, body)
  if (error.code === 'unknown') return error
  const Kind = status === 400 ? kindOfCode[error.code] : kindOfStatus[status]
  return Kind ? new Kind(status, headers, body) : error
}

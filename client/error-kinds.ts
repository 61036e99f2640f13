import { ApiError } from './errors'

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

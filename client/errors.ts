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

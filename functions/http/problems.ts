import { type Problem, problem, statusOf } from '../contract/problem'
import { Refused } from '../domain/errors'
import { asError, logger } from '../runtime/logger'

/** The one place that turns an error into an answer: a refusal into its status, anything else into a 500 without detail. */
export function problemOf(error: unknown, requestId: string): { status: number; body: Problem } {
  if (error instanceof Refused)
    return { status: statusOf[error.code], body: problem(error.code, error.message, error.field) }
  logger.error('request failed', { request_id: requestId, error: asError(error) })
  return { status: 500, body: problem('internal_error', `The request failed on our side. Request id: ${requestId}`) }
}

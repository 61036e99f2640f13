import { makeProblem, type Problem, statusOf } from '../contract/problem'
import { Refusal } from '../domain/errors'
import { logger, toError } from '../runtime/logger'

/** Only this makes errors into answers. An error that is no refusal becomes 500, without detail. */
export function toProblem(error: unknown, requestId: string): { status: number; body: Problem } {
  if (error instanceof Refusal)
    return { status: statusOf[error.code], body: makeProblem(error.code, error.message, error.field) }
  logger.error('request failed', { request_id: requestId, error: toError(error) })
  return {
    status: 500,
    body: makeProblem('internal_error', `The request failed on our side. Request id: ${requestId}`),
  }
}

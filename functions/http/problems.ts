import type { APIGatewayProxyEvent } from 'aws-lambda'
import { makeProblem, type Problem, statusOf } from '../contract/problem'
import { WriteRateRefusal } from '../domain/companies/write-rate'
import { Refusal } from '../domain/errors'
import { logger, reportError } from '../runtime/logger'

type StatusAndProblem = { status: number; body: Problem }

/** Only this makes errors into answers. An error that is no refusal becomes 500, without detail. */
export function toProblem(error: unknown, requestId: string): StatusAndProblem {
  if (error instanceof Refusal)
    return { status: statusOf[error.code], body: makeProblem(error.code, error.message, error.field) }
  logger.error('request failed', { request_id: requestId, ...reportError(error) })
  return {
    status: 500,
    body: makeProblem('internal_error', `The request failed on our side. Request id: ${requestId}`),
  }
}

/**
 * API Gateway does not know the code of an error in an answer. So it is told here, in the words of the request log. A
 * company that writes too fast is a warning, with the write units that it wanted.
 */
export function logProblem(
  { requestContext, httpMethod, resource }: APIGatewayProxyEvent,
  problem: StatusAndProblem,
  error: unknown,
): void {
  const { company_id, key_id } = requestContext.authorizer ?? {}
  const line = {
    request_id: requestContext.requestId,
    company_id,
    key_id,
    route: `${httpMethod} ${resource}`,
    status: problem.status,
    error_code: problem.body.error.code,
  }
  if (error instanceof WriteRateRefusal) logger.warn('answered with an error', { ...line, units: error.units })
  else logger.info('answered with an error', line)
}

import { RemovalPolicy } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type FunctionId, isJob } from '../entries'

/**
 * Functions of a kind share a log group: see docs/decisions/0028-logs-by-kind-of-function.md. The authorizer has one of
 * its own, since it fails wherever a key is unknown: nobody must be woken by that.
 */
export type Logs = { routes: LogGroup; jobs: LogGroup; authorizer: LogGroup; requests: LogGroup | null }

/** Logs outlive their stack, unless it is disposable. */
export function createLogs(
  scope: Construct,
  { disposable, requestLog }: { disposable: boolean; requestLog: boolean },
): Logs {
  const create = (id: string) =>
    new LogGroup(scope, id, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    })
  return {
    routes: create('RouteLog'),
    jobs: create('JobLog'),
    authorizer: create('AuthorizerLog'),
    requests: requestLog ? create('RequestLog') : null,
  }
}

export function chooseLog(logs: Logs, id: FunctionId): LogGroup {
  if (id === 'authorizer') return logs.authorizer
  return isJob(id) ? logs.jobs : logs.routes
}

/**
 * A line of the request log: no secret, no address of a client, no path with ids. `error` is the kind of an answer that
 * API Gateway made itself. The code of any other error is in the log of routes, under the same `request_id`.
 */
export const requestLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    time: '$context.requestTime',
    company_id: '$context.authorizer.company_id',
    key_id: '$context.authorizer.key_id',
    route: '$context.httpMethod $context.resourcePath',
    status: '$context.status',
    latency_ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    bytes: '$context.responseLength',
    error: '$context.error.responseType',
    function_error: '$context.integration.error',
  }),
)

import { Duration, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { jobTimeoutMs, routeTimeoutMs } from '../../functions/store/time/timing'
import type { Logs } from './logs'

/**
 * A function that takes more than this part of its time limit is near it: a route, or a job that has Lambda's longest.
 * Jobs with a shorter limit show as errors when they reach it.
 */
const nearLimit = 0.8

const isReport = '$.type = "platform.report"'
const hasFailed = ['error', 'failure', 'timeout'].map((status) => `$.record.status = "${status}"`).join(' || ')

/**
 * Two metrics of all functions of the stack, from the reports that Lambda writes into their logs. Its own metrics are
 * by function or by account, and an alarm on 40 of them would cost as much as 40 alarms. And one of the access log:
 * what API Gateway has throttled is in none of its own metrics. Null where no access log is kept.
 */
export type LogMetrics = { errors: Metric; nearLimit: Metric; gatewayThrottles: Metric | null }

export function createLogMetrics(scope: Construct, { routes, jobs, access }: Logs): LogMetrics {
  const namespace = Stack.of(scope).stackName
  const create = (kind: string, logGroup: LogGroup, metricName: string, condition: string) =>
    new MetricFilter(scope, `${kind}${metricName}`, {
      logGroup,
      filterPattern: FilterPattern.literal(`{ ${condition} }`),
      metricNamespace: namespace,
      metricName,
      metricValue: '1',
    })
  const limits = {
    Route: { logGroup: routes, limitMs: routeTimeoutMs },
    Job: { logGroup: jobs, limitMs: jobTimeoutMs },
  }
  for (const [kind, { logGroup, limitMs }] of Object.entries(limits)) {
    create(kind, logGroup, 'FunctionErrors', `${isReport} && (${hasFailed})`)
    create(kind, logGroup, 'FunctionsNearLimit', `${isReport} && $.record.metrics.durationMs > ${nearLimit * limitMs}`)
  }
  if (access) create('Access', access, 'GatewayThrottles', '$.error = "THROTTLED"')
  const count = (metricName: string) =>
    new Metric({ namespace, metricName, statistic: Stats.SUM, period: Duration.minutes(5) })
  return {
    errors: count('FunctionErrors'),
    nearLimit: count('FunctionsNearLimit'),
    gatewayThrottles: access && count('GatewayThrottles'),
  }
}

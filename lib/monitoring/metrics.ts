import { Duration, Stack } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { type MetricName, metricDimensions, metrics } from '../../functions/metrics'
import { jobTimeoutMs, routeTimeoutMs } from '../../functions/store/time/timing'
import type { Logs } from './logs'

/** What AWS measures of the stack's resources, by the names that AWS documents. */
export type AwsMetrics = ReturnType<typeof makeAwsMetrics>

export type Measured = {
  api: RestApi
  table: { tableName: string }
  failures: IQueue
  dailySnapshots: IFunction
  /** The work of the night. */
  nightly: IQueue
  /** Null where nothing puts events on a bus. */
  publisher: IFunction | null
  /** Null where there are no webhooks. */
  deliveries: IQueue | null
}

const period = Duration.minutes(5)
const sum = { statistic: Stats.SUM, period }

export function makeAwsMetrics({ api, table, failures, dailySnapshots, nightly, publisher, deliveries }: Measured) {
  const stage = api.deploymentStage
  const measureTable = (metricName: string) =>
    new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap: { TableName: table.tableName }, ...sum })
  const measureAllFunctions = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period })
  return {
    requests: stage.metricCount(sum),
    clientErrors: stage.metricClientError(sum),
    serverErrors: stage.metricServerError(sum),
    /** The share of requests, from 0 to 1: the metric has a 0 or a 1 for each. */
    serverErrorRate: stage.metricServerError({ statistic: Stats.AVERAGE, period }),
    latencyMedian: stage.metricLatency({ statistic: Stats.p(50), period }),
    latency99: stage.metricLatency({ statistic: Stats.p(99), period }),
    readUnits: measureTable('ConsumedReadCapacityUnits'),
    writeUnits: measureTable('ConsumedWriteCapacityUnits'),
    /** Neither has values where nothing is throttled, and a sum with one that is missing has none. */
    tableThrottles: new MathExpression({
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      label: 'Throttled reads and writes',
      usingMetrics: { reads: measureTable('ReadThrottleEvents'), writes: measureTable('WriteThrottleEvents') },
      period,
    }),
    /** Of the account in this region, since all its functions share one limit. */
    functionThrottles: measureAllFunctions('Throttles', Stats.SUM),
    concurrentExecutions: measureAllFunctions('ConcurrentExecutions', Stats.MAXIMUM),
    failures: failures.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
    /** The age of the youngest change that was read of the table's stream, in milliseconds. */
    eventsAge: publisher?.metric('IteratorAge', { statistic: Stats.MAXIMUM, period }),
    waitingDeliveries: deliveries?.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
    waitingCompanies: nightly.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
    dailySnapshotRuns: dailySnapshots.metricInvocations({ statistic: Stats.SUM, period: Duration.hours(1) }),
  }
}

/**
 * A function that takes more than this part of its time limit is near it: a route, or a job that has Lambda's longest.
 * Jobs with a shorter limit show as errors when they reach it.
 */
const nearLimit = 0.8

const isReport = '$.type = "platform.report"'
const hasFailed = ['error', 'failure', 'timeout'].map((status) => `$.record.status = "${status}"`).join(' || ')

/**
 * Two metrics of all functions of the stack, from the reports that Lambda writes into their logs. Its own metrics are
 * by function or by account, and an alarm on 40 of them would cost as much as 40 alarms. And one of the request log:
 * what API Gateway has throttled is in none of its own metrics. Null where no request log is kept.
 */
export type LogMetrics = { errors: Metric; nearLimit: Metric; gatewayThrottles: Metric | null }

export function createLogMetrics(scope: Construct, { routes, jobs, requests }: Logs): LogMetrics {
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
  if (requests) create('Request', requests, 'GatewayThrottles', '$.error = "THROTTLED"')
  const count = (metricName: string) =>
    new Metric({ namespace, metricName, statistic: Stats.SUM, period: Duration.minutes(5) })
  return {
    errors: count('FunctionErrors'),
    nearLimit: count('FunctionsNearLimit'),
    gatewayThrottles: requests && count('GatewayThrottles'),
  }
}

/** A metric that the functions write to their logs, in the namespace of the stack. */
export function makeOwnMetric(scope: Construct, metricName: MetricName): Metric {
  return new Metric({
    namespace: Stack.of(scope).stackName,
    metricName,
    dimensionsMap: metricDimensions,
    statistic: metrics[metricName].combine === 'sum' ? Stats.SUM : Stats.MAXIMUM,
    period: Duration.minutes(5),
  })
}

/** Fewer attempts than this say nothing: one receiver that is away has as many. */
const tellingAttempts = 20

/** The share of attempts to deliver that fail, from 0 to 1: 0 where there are few. */
export function makeFailingShare(scope: Construct): MathExpression {
  const period = Duration.minutes(15)
  const of = (name: MetricName) => makeOwnMetric(scope, name).with({ period })
  return new MathExpression({
    expression: `IF(attempts >= ${tellingAttempts}, FILL(failed, 0) / attempts, 0)`,
    label: 'Share of attempts that failed',
    usingMetrics: { attempts: of('WebhookAttempts'), failed: of('FailedWebhookAttempts') },
    period,
  })
}

/** The settings of the library that writes them. */
export function makeMetricsEnvironment(scope: Construct, { metrics }: { metrics: boolean }): Record<string, string> {
  const namespace = { POWERTOOLS_METRICS_NAMESPACE: Stack.of(scope).stackName }
  return metrics ? namespace : { ...namespace, POWERTOOLS_METRICS_DISABLED: 'true' }
}

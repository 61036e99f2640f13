import { Duration } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'

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

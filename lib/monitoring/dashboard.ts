import { Duration } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { commonMetrics, type MetricName } from '../../functions/metrics'
import { type AwsMetrics, type LogMetrics, makeOwnMetric } from './metrics'

const halfWidth = 12

/** One page that shows whether the service is well: from what callers notice down to the table. */
export function createDashboard(
  scope: Construct,
  { aws, log, alarms }: { aws: AwsMetrics; log: LogMetrics; alarms: cloudwatch.Alarm[] },
): void {
  const own = (...names: MetricName[]) => names.map((name) => makeOwnMetric(scope, name))
  const counts = (Object.keys(commonMetrics) as MetricName[]).filter((name) => name !== 'ClockDifference')
  new cloudwatch.Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.days(1),
    widgets: [
      alarms.length > 0 ? [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 2 * halfWidth })] : [],
      [
        draw('Requests', [aws.requests, aws.clientErrors, aws.serverErrors]),
        draw('Time to answer, in ms', [aws.latencyMedian, aws.latency99]),
      ],
      [
        draw('Functions', [log.errors, log.nearLimit, aws.functionThrottles]),
        draw('Functions at once, of the account', [aws.concurrentExecutions]),
      ],
      [
        draw('Units of the table', [aws.readUnits, aws.writeUnits]),
        draw('Throttles of the table', [aws.tableThrottles]),
      ],
      [
        draw('Jobs', [aws.failures, aws.dailySnapshotRuns, aws.waitingCompanies]),
        draw('What the service observes', own(...counts)),
      ],
      [
        draw('Difference of clocks, in ms', own('ClockDifference')),
        draw('Keys that API Gateway holds, from 80 % of its quota on', own('GatewayKeys')),
      ],
      [
        ...(log.gatewayThrottles ? [draw('Throttles of API Gateway', [log.gatewayThrottles])] : []),
        ...(aws.eventsAge ? [draw('Age of what reaches the bus, in ms', [aws.eventsAge])] : []),
      ],
      aws.waitingDeliveries
        ? [
            draw('Attempts to deliver to webhooks', own('WebhookAttempts', 'FailedWebhookAttempts')),
            draw('Deliveries that wait for an attempt', [aws.waitingDeliveries]),
          ]
        : [],
    ],
  })
}

function draw(title: string, left: cloudwatch.IMetric[]): cloudwatch.IWidget {
  return new cloudwatch.GraphWidget({ title, left, width: halfWidth, leftYAxis: { min: 0, showUnits: false } })
}

import { Duration, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { type MetricName, metricDimensions, metrics } from '../../functions/store/metrics'

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

/** The settings of the library that writes them. */
export function makeMetricsEnvironment(scope: Construct, { metrics }: { metrics: boolean }): Record<string, string> {
  const namespace = { POWERTOOLS_METRICS_NAMESPACE: Stack.of(scope).stackName }
  return metrics ? namespace : { ...namespace, POWERTOOLS_METRICS_DISABLED: 'true' }
}

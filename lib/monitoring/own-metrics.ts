import { Duration, Stack } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { type MetricName, metricDimensions, metrics } from '../../functions/metrics'

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

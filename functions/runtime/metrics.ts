import { Metrics } from '@aws-lambda-powertools/metrics'
import { metricDimensions, metrics, takeObservations } from '../metrics'
import './stack-trace-limit'

const writer = new Metrics({ serviceName: metricDimensions.service })

/**
 * Makes the handler of a function. What it has observed is written to the log when it ends, in the embedded metric
 * format: CloudWatch makes metrics of that.
 */
export function withMetrics<Args extends unknown[], Result>(
  handle: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await handle(...args)
    } finally {
      publishObservations()
    }
  }
}

function publishObservations(): void {
  const observations = takeObservations()
  if (observations.size === 0) return
  for (const [name, value] of observations) writer.addMetric(name, metrics[name].unit, value)
  writer.publishStoredMetrics()
}

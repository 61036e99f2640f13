/**
 * What the service measures of itself, with units and how the values of one invocation add up. At most eight: the stack
 * takes two more from the logs. docs/runbook/metrics.md says what each one means.
 */
export const metrics = {
  /** Requests that the meter did not admit. */
  RefusedRequests: { unit: 'Count', combine: 'sum' },
  /** Calls of DynamoDB whose answer was lost or was an error of its own. */
  LostAnswers: { unit: 'Count', combine: 'sum' },
  /** Changes that were decided again, since another one came first or DynamoDB was busy. */
  Recomputations: { unit: 'Count', combine: 'sum' },
  /** Changes that were acknowledged late, and waited. */
  LateWriters: { unit: 'Count', combine: 'sum' },
  /** Between the clock of a process and DynamoDB's, where it is more than 2 s. At least as much as this. */
  ClockDifference: { unit: 'Milliseconds', combine: 'max' },
  /** Replicas that a process has loaded. */
  CatalogueLoads: { unit: 'Count', combine: 'sum' },
  /** Days that are over, and that the night could not count. */
  UncountedDays: { unit: 'Count', combine: 'sum' },
  FailedRestoresAndSnapshots: { unit: 'Count', combine: 'sum' },
} as const satisfies Record<string, Metric>

/** The same of all metrics. The namespace is the stack's name. */
export const metricDimensions = { service: 'inventory' } as const

type Metric = { unit: 'Count' | 'Milliseconds'; combine: 'sum' | 'max' }
export type MetricName = keyof typeof metrics

const observed = new Map<MetricName, number>()

/** Keeps the value until the invocation ends: a process of Lambda has one at a time. */
export function observe(name: MetricName, value = 1): void {
  const before = observed.get(name) ?? 0
  observed.set(name, metrics[name].combine === 'sum' ? before + value : Math.max(before, value))
}

/** What was observed since the last call. */
export function takeObservations(): Map<MetricName, number> {
  const taken = new Map(observed)
  observed.clear()
  return taken
}

/**
 * What every stack measures of itself. At most eight: the stack takes two more from the logs, and AWS charges nobody
 * for the first ten of an account.
 */
export const commonMetrics = {
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
  /** Companies whose nightly work was not done for two nights. */
  UnreachedCompanies: { unit: 'Count', combine: 'max' },
  FailedRestoresAndSnapshots: { unit: 'Count', combine: 'sum' },
} as const satisfies Record<string, Metric>

/** What a stack measures, and pays for, where companies have webhooks. At most two. */
export const webhookMetrics = {
  /** Requests to the receivers of webhooks, whatever became of them. */
  WebhookAttempts: { unit: 'Count', combine: 'sum' },
  /** Those of them that had no 2xx in time. */
  FailedWebhookAttempts: { unit: 'Count', combine: 'sum' },
} as const satisfies Record<string, Metric>

/**
 * What a stack measures, and pays for, where API Gateway holds nearly as many keys as it can: nothing is sent before,
 * and AWS bills a metric for the hours in which it is sent.
 */
export const quotaMetrics = {
  /** Keys that API Gateway holds for the account and region, where they are at least 80 % of its quota. */
  GatewayKeys: { unit: 'Count', combine: 'max' },
} as const satisfies Record<string, Metric>

/**
 * All metrics of our own, with units and how the values of one invocation add up. docs/runbook/metrics.md says what
 * each one means.
 */
export const metrics = { ...commonMetrics, ...webhookMetrics, ...quotaMetrics }

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

import { addBills, type Bill } from './bill'
import { idlePolls } from './queues'
import type { StackParts } from './stack-parts'
import { makeIdleWebhooks } from './webhooks'

/** Count, Latency, IntegrationLatency, 4XXError and 5XXError, by API Gateway. Two more are of its cache. */
const metricsOfMethod = 5
/** The share of hours in which a metric is sent that tells of what should not happen. An assumption. */
const rarely = 0.01

/**
 * What a stack costs without regard to how many requests it gets. `loadHours`: the share of hours in which a process
 * loads a catalogue, which is the one metric of ours that everyday requests send.
 */
export function makeFixedBill(parts: StackParts, loadHours: number): Bill {
  const { alarmMetrics, dashboards, ownMetrics, filterMetrics, detailedMethods } = parts
  const own = ownMetrics === 0 ? 0 : loadHours + (ownMetrics - 1) * rarely
  return {
    ...addBills(makeIdleWebhooks(parts), { sqsRequest: idlePolls }), // the queue of the night is always there
    alarmMetricMonth: alarmMetrics,
    dashboardMonth: dashboards,
    customMetricMonth: own + filterMetrics * rarely + detailedMethods * metricsOfMethod,
  }
}

/** The same, if every metric that all stacks have is sent in every hour. */
export function makeLargestFixedBill(parts: StackParts): Bill {
  const { ownMetrics, filterMetrics, detailedMethods } = parts
  return {
    ...makeFixedBill(parts, 1),
    customMetricMonth: ownMetrics + filterMetrics + detailedMethods * metricsOfMethod,
  }
}

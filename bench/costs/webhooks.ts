import { addBills, type Bill, multiplyBill } from './bill'
import type { Company } from './companies'
import { countEvents } from './events'
import { type Invocations, makeInvocationsBill, makeInvocationsLog } from './invocations'
import { metricBytes } from './log-lines'
import { makeLogBill } from './logs'
import { idlePolls } from './queues'
import type { StackParts } from './stack-parts'
import { computeColdShare, computeHoursShare, openHours } from './traffic'
import type { Usage } from './usage'

// The one place for the units of a delivery: of one event for one webhook, whose first attempt succeeds. They are those
// that the tests measure: test/operations/queue-deliveries.test.ts and deliver-webhook.test.ts.

/**
 * What publish-events does more: the delivery's row (1), the event's row, and the message. The row of a test's event
 * has 1 KB at most and costs one unit; here it has two, as that of an event of an item with long texts.
 */
const queueing: Usage = { reads: 0, writes: 3, ms: 15 }
/**
 * What deliver-webhook does, in six calls: it reads the webhook, the delivery and the event's row; takes and releases
 * the lease; and records the attempt.
 */
const delivering: Usage = { reads: 3, writes: 3, ms: 6 * 5 }
/** Finding the receiver, shaking hands, and its answer. Lambda bills this time. An assumption. */
const receiverMs = 200
/** The body, its headers, and a TLS handshake: each delivery opens a connection. An assumption. */
const sentBytes = 2_500
/** A message is sent, received and deleted. */
const callsOfMessage = 3
/** The event's row, and the delivery's with its attempt, for about a month. An assumption. */
const storedBytes = 2_000

/** A process asks for the current master key and the previous one, when it starts and every five minutes. */
const callsForKey = 2
const keyHours = 5 / 60

/** What the webhooks of a stack cost without any delivery: the master key, and asking an empty queue. */
export function makeIdleWebhooks({ webhooks, secrets }: StackParts): Bill {
  return { secretMonth: secrets, sqsRequest: webhooks ? idlePolls : 0 }
}

/** The sweep: every ten minutes, it asks each of the eight partitions for what is due. */
export function listSweeps({ webhooks, gb }: StackParts): Invocations[] {
  const times = webhooks ? 30 * 24 * 6 : 0
  return [{ times, colds: times, usage: { reads: 8, writes: 0, ms: 50 }, gb: gb.route }]
}

/** Deliveries that come one by one: what comes within the same second shares a run, and costs less. */
function makeDeliveries(times: number, { gb }: StackParts): { usage: Bill; logs: Bill } {
  const colds = times * computeColdShare(times)
  const runs = { times, colds, usage: { ...delivering, ms: delivering.ms + receiverMs }, gb: gb.route }
  const { reads, writes, ms } = queueing
  const queued = { readUnit: reads, writeUnit: writes, lambdaGbSecond: (ms / 1_000) * gb.route }
  const refreshed = Math.min(times, openHours / keyHours)
  return {
    usage: addBills(makeInvocationsBill(runs), multiplyBill(queued, times), {
      sqsRequest: times * callsOfMessage,
      secretRequest: (colds + refreshed) * callsForKey,
      transferGb: (times * sentBytes) / 1e9,
      tableGbMonth: (times * storedBytes) / 1e9,
      backupGbMonth: (times * storedBytes) / 1e9,
    }),
    logs: addBills(makeInvocationsLog(runs), makeLogBill(times * metricBytes)),
  }
}

/** A month of a company with one webhook that gets every event. Of its two metrics, it sends one in good times. */
export function makeWebhookMonth(company: Company, parts: StackParts): Bill {
  const times = parts.webhooks ? countEvents(company) : 0
  const { usage, logs } = makeDeliveries(times, parts)
  const customMetricMonth = parts.ownMetrics === 0 ? 0 : computeHoursShare(times)
  return addBills(usage, logs, { customMetricMonth })
}

/** A million deliveries, with their logs. What is asked and stored by the month is not counted. */
export function makeMillionDeliveries(parts: StackParts): Bill {
  const { usage, logs } = makeDeliveries(1_000_000, parts)
  return addBills(usage, logs)
}

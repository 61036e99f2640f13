import { addBills, type Bill, multiplyBill } from './bill'
import { type Company, countChanges } from './companies'
import { type Invocations, makeInvocationsBill, makeInvocationsLog } from './invocations'
import type { StackParts } from './stack-parts'
import { computeColdShare } from './traffic'
import type { Usage } from './usage'

/** A change that takes stock across the reorder point has two. An assumption. */
const eventsPerChange = 1.05
/** One call of EventBridge, and one lookup of the company's webhooks. An assumption. */
const publishing: Usage = { reads: 1, writes: 0, ms: 25 }

/** The runs of publish-events, one for each change: what comes within the same second shares one, and costs less. */
function makePublishing(changes: number, { gb }: Pick<StackParts, 'gb'>): Invocations {
  return { times: changes, colds: changes * computeColdShare(changes), usage: publishing, gb: gb.route }
}

export const countEvents = (company: Company) => countChanges(company) * eventsPerChange

/** What a month of events costs, and their logs. Nothing without the bus. */
export function makeEventsBills(company: Company, parts: StackParts): { usage: Bill; logs: Bill } {
  const changes = parts.events ? countChanges(company) : 0
  const runs = makePublishing(changes, parts)
  return {
    usage: addBills(makeInvocationsBill(runs), { busEvent: parts.events ? countEvents(company) : 0 }),
    logs: makeInvocationsLog(runs),
  }
}

/** A million events of changes that come one by one, with their logs. */
export function makeMillionEvents(parts: StackParts): Bill {
  const runs = makePublishing(1_000_000, parts)
  return addBills(makeInvocationsBill(runs), makeInvocationsLog(runs), multiplyBill({ busEvent: 1 }, 1_000_000))
}

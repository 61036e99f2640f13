import { addBills, type Bill, multiplyBill } from './bill'
import { type Company, countRequests } from './companies'
import { makeDataBill } from './data'
import { makeEventsBills } from './events'
import { makeFixedBill } from './fixed'
import { type Invocations, makeInvocationsBill, makeInvocationsLog } from './invocations'
import { listJobs } from './jobs'
import { metricBytes, ownLineBytes } from './log-lines'
import { makeGatewayLogs, makeLogBill } from './logs'
import { listRequests, makeAuthorizations, makeRequestsBill, type Way } from './requests'
import type { StackParts } from './stack-parts'
import { computeColdShare, computeHoursShare } from './traffic'
import { listSweeps } from './webhooks'

/** A month of one company: its requests, jobs and data; logs and traces; and what does not depend on these. */
export type Month = { usage: Bill; logs: Bill; fixed: Bill }

/** Of the requests. An assumption. */
const refusedShare = 0.02

/** The month of a company that has the stack for itself. */
export function computeMonth(company: Company, parts: StackParts, way: Way = 'ours'): Month {
  const requests = listRequests(company, way, parts.gb.route)
  const authorizations = makeAuthorizations(company, parts.gb.route)
  const jobs = [...listJobs(company, parts), ...listSweeps(parts)]
  const events = makeEventsBills(company, parts)
  return {
    usage: addBills(
      ...requests.map(makeRequestsBill),
      ...[authorizations, ...jobs].map(makeInvocationsBill),
      makeDataBill(company),
      events.usage,
    ),
    logs: addBills(
      ...[...requests, authorizations, ...jobs].map(makeInvocationsLog),
      makeRouteLogs(company, parts),
      makeJobLogs(jobs, parts),
      events.logs,
    ),
    fixed: makeFixedBill(parts, computeHoursShare(countLoads(company))),
  }
}

export const addMonth = ({ usage, logs, fixed }: Month) => addBills(usage, logs, fixed)

function makeRouteLogs(company: Company, parts: StackParts): Bill {
  const requests = countRequests(company)
  const metricLines = parts.ownMetrics === 0 ? 0 : countLoads(company)
  return addBills(
    multiplyBill(makeGatewayLogs(parts), requests),
    makeLogBill(requests * refusedShare * ownLineBytes + metricLines * metricBytes),
  )
}

/** Each job writes a line. Lambda itself chooses which jobs it traces: the first of a second, so all of them. */
function makeJobLogs(jobs: Invocations[], { traceShare }: StackParts): Bill {
  const runs = jobs.reduce((sum, { times }) => sum + times, 0)
  return { ...makeLogBill(runs * ownLineBytes), trace: traceShare > 0 ? runs : 0 }
}

/** Each process that starts loads the catalogue. */
const countLoads = ({ lists }: Company) => lists * computeColdShare(lists)

import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { sqs } from './limits'
import { type Night, snapshotsAt, upkeepAt, usualGb, workerGb } from './night'
import { type Fleet, findCompaniesOfPlan } from './sizes'
import { readPlans } from './work'

// A planner sends one message a company, the Enterprise plan first, and marks nothing. None is done yet tonight.

export type Message = { company: number; plan: Plan; kind: 'snapshot' | 'upkeep' }

const batchesAtOnce = 16
const messagesAtOnce = batchesAtOnce * sqs.batch
/** One call with a batch. An assumption. */
const batchMs = 20
/** Until a planner has started and read its first page. It reads the others while it sends. An assumption. */
const startMs = 2_000
const reportEveryMs = 15 * 60_000
/** A report is received and deleted, asks how many messages wait, and sends itself again. */
const callsOfReport = 4

/** The messages of a planner, in order. */
export class Planner {
  private sent = 0
  private readonly companies: Uint32Array

  constructor(
    readonly kind: Message['kind'],
    private readonly fleet: Fleet,
  ) {
    const plans = kind === 'snapshot' ? (['enterprise'] as const) : [...planNames].reverse()
    this.companies = Uint32Array.from(plans.flatMap((plan) => listCompanies(fleet, plan)))
  }

  /** When the next message is in the queue. Infinity where there is none. */
  get first(): number {
    return this.sent === this.companies.length ? Number.POSITIVE_INFINITY : this.start + this.computeMs(this.sent + 1)
  }

  take(): Message | undefined {
    const company = this.companies[this.sent++]
    if (company === undefined) return undefined
    const plan = planNames[this.fleet.plans[company] ?? 0] ?? 'starter'
    return { company, plan, kind: this.kind }
  }

  /** Adds what the planner itself costs. */
  bill(night: Night): void {
    const count = this.companies.length
    night.addInvocation(this.computeMs(count), usualGb)
    night.addQueueCalls(Math.ceil(count / sqs.batch) + 1) // and the report
    night.reads.take(this.start, this.computeMs(count), readPlans(count).reads)
  }

  /**
   * Adds what the reports of a night cost whose work ended at `endMs`: one a quarter of an hour, the last one after the
   * end. SQS promises no order. Here, reports come on time, and beside the workers.
   */
  billReports(night: Night, endMs: number): void {
    const work = readPlans(this.companies.length)
    let at = this.start + this.computeMs(this.companies.length)
    do {
      at += reportEveryMs
      night.addInvocation(night.do(at, work) - at, workerGb)
      night.addQueueCalls(callsOfReport)
    } while (at < endMs)
  }

  private get start(): number {
    return this.kind === 'snapshot' ? snapshotsAt : upkeepAt
  }

  private computeMs(messages: number): number {
    return startMs + Math.ceil(messages / messagesAtOnce) * batchMs
  }
}

function listCompanies(fleet: Fleet, plan: Plan): number[] {
  const [first, end] = findCompaniesOfPlan(fleet, plan)
  return Array.from({ length: end - first }, (_, place) => first + place)
}

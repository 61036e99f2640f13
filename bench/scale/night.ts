import type { Plan } from '../../functions/domain/companies/plan'
import { type Bill, computeDollars } from '../costs/bill'
import { makePartition, makeTable } from './throughput'
import { computeMs, marking, type Work } from './work'

const minuteMs = 60_000
/** In milliseconds since 02:07 UTC, when the first schedule begins. The night ends at 08:07. */
export const [snapshotsAt, upkeepAt, morning, nextNight] = [0, 70 * minuteMs, 360 * minuteMs, 1_440 * minuteMs]

/** The memory of functions: of usual ones, and of workers. */
export const [usualGb, workerGb] = [1, 2]

/** What all functions of a night share: the table, and the bill. */
export class Night {
  readonly reads = makeTable('reads')
  readonly writes = makeTable('writes')
  private readonly rowsOfPlan: Record<Plan, ReturnType<typeof makePartition>> = {
    starter: makePartition('writes'),
    professional: makePartition('writes'),
    enterprise: makePartition('writes'),
  }
  private readonly bill = { lambdaRequest: 0, lambdaGbSecond: 0, sqsRequest: 0 }

  /** Does a `part` of the work. Returns when it ends: later where the table gives too little. */
  do(startMs: number, work: Work, part = 1): number {
    const ms = computeMs(work) * part
    const read = this.reads.take(startMs, ms, work.reads * part)
    return Math.max(read, this.writes.take(startMs, ms, work.writes * part))
  }

  /**
   * The last call of work that ends at `endMs`, and whose units the table has given. All companies of a plan have their
   * rows in one partition. Returns when that has given its units.
   */
  mark(endMs: number, plan: Plan): number {
    const ms = computeMs(marking)
    return this.rowsOfPlan[plan].take(endMs - ms, ms, marking.writes)
  }

  addInvocation(ms: number, gb: number): void {
    this.bill.lambdaRequest += 1
    this.bill.lambdaGbSecond += (ms / 1_000) * gb
  }

  addQueueCalls(calls: number): void {
    this.bill.sqsRequest += calls
  }

  computeBill(): Bill & { readUnit: number; writeUnit: number } {
    return { ...this.bill, readUnit: this.reads.total, writeUnit: this.writes.total }
  }

  computeDollars(): number {
    return computeDollars(this.computeBill())
  }
}

import type { NightlyWork } from '../../functions/domain/companies/nightly-work'
import type { EngineCall, EngineWatch } from '../counting-engine'
import type { NightCompany } from './companies'

/**
 * The process of a worker that is to be killed, once, before a call of its work for this company. `stored`: how many of
 * the calls that store the work have reached the table. `storedBefore`: at the kill, or null before it.
 */
export type Kill = {
  company: NightCompany
  work: NightlyWork
  isStoring: (call: EngineCall) => boolean
  /** Before the first storing call after so many. */
  after: number
  stored: number
  storedBefore: number | null
}

/** In the middle: where some days are stored, and some are not. */
export const killUpkeep = (company: NightCompany): Kill => ({
  ...{ company, work: 'upkeep', stored: 0, storedBefore: null },
  after: Math.floor(company.openDays.length / 2),
  isStoring: ({ operation, body }) => operation === 'PutItem' && body.includes(`LOGDAYS#${company.id}`),
})

/** The items are read, and no chunk of them is stored. The chunks of bases have the same keys, and come later. */
export const killSnapshot = (company: NightCompany): Kill => ({
  ...{ company, work: 'daily_snapshot', stored: 0, storedBefore: null },
  after: 0,
  isStoring: ({ operation, body }) =>
    operation === 'PutItem' && body.includes('CHUNK#') && body.includes(`"${company.id}"`),
})

export const readingCalls = ['GetItem', 'Query', 'BatchGetItem', 'TransactGetItems', 'Scan']

/** Counts what the functions of the night call, and kills workers. `kill` ends a thread, and resolves once it has. */
export class NightCalls implements EngineWatch {
  readonly count = { calls: 0, reads: 0, writes: 0 }
  /** The most workers that had a company at the same time. */
  peak = 0
  private readonly atWork = new Set<number>()

  constructor(
    private readonly kills: Kill[],
    private readonly kill: (thread: number) => Promise<void>,
  ) {}

  readonly before = async (call: EngineCall): Promise<void> => {
    const thread = findWorker(call.app)
    if (thread === null) return
    if (call.operation === 'TransactWriteItems' && call.body.includes('"JOB#')) this.atWork.add(thread)
    this.peak = Math.max(this.peak, this.atWork.size)
    for (const each of this.kills.filter(({ isStoring }) => isStoring(call))) {
      if (each.storedBefore !== null || each.stored < each.after) each.stored += 1
      else await this.end(each, thread)
    }
  }

  readonly after = ({ app, operation, body }: EngineCall, units: number): void => {
    if (!/(DoNightlyWork|DailySnapshots|NightlyUpkeep)\w*\.\d+\b/.test(app)) return
    this.count.calls += 1
    this.count[readingCalls.includes(operation) ? 'reads' : 'writes'] += units
    const thread = findWorker(app)
    if (thread !== null && operation === 'UpdateItem' && body.includes('"PLAN#')) this.atWork.delete(thread)
  }

  private async end(each: Kill, thread: number): Promise<never> {
    each.storedBefore = each.stored
    await this.kill(thread)
    this.atWork.delete(thread)
    throw new Error('the caller was killed')
  }
}

/** The thread of a worker of the night, which its calls name: see service-thread.cjs. Powertools adds more to that. */
function findWorker(app: string): number | null {
  const [, thread] = /DoNightlyWork\w*\.(\d+)\b/.exec(app) ?? []
  return thread === undefined ? null : Number(thread)
}

import { readCompanyIds } from '../../admin/companies/company-pages'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { runConcurrently } from '../../functions/store/concurrently'
import type { Table } from '../../functions/store/table/table'
import { describeError } from '../aws-errors'
import { FailuresInARow } from '../failures-in-a-row'
import { makeProgress } from '../text-progress'

const companiesAtOnce = 8

/**
 * `command`: what is typed to do the work. `after`: an id, for the companies behind it. `stop` ends the work. `report`
 * says how far it is.
 */
export type EveryCompany = { command: string; after: string; stop: AbortSignal; report: (text: string) => void }

/** `companies`: how many are done. `counts`: what the work has counted. `next`: the command to go on with, or null. */
export type Summary = { companies: number; counts: Record<string, number>; failed: string[]; next: string | null }

/**
 * Does the work for every company, by their ids, some at once. Goes on where one fails, and tells so; but not where ten
 * in a row do. Those that are being erased are left out.
 */
export async function forEveryCompany(
  table: Table,
  { command, after, stop, report }: EveryCompany,
  work: (company: Company) => Promise<Record<string, number>>,
): Promise<Summary> {
  const ids = await readCompanyIds(table, after)
  const course = new Course(ids)
  const tellProgress = makeProgress('companies', report)
  await runConcurrently(course.start(stop), companiesAtOnce, async (index) => {
    const id = ids[index] ?? ''
    try {
      const company = await findCompany(table, id)
      const isThere = company !== null && company.erasing_at === undefined
      course.end(index, isThere ? await work(company) : null)
    } catch (error) {
      course.fail(index)
      report(`${id} failed: ${describeError(error)}`)
    }
    tellProgress(course.ended, ids.length, `, up to ${course.findLast() ?? after}`)
  })
  const { companies, counts, failed } = course
  return {
    companies,
    counts,
    failed,
    next: course.ended < ids.length ? makeNext(command, course.findLast() ?? after) : null,
  }
}

function makeNext(command: string, after: string): string {
  return after === '' ? command : `${command} --after ${after}`
}

/** How far the work on a list of companies is. They end in any order. */
class Course {
  ended = 0
  companies = 0
  readonly counts: Record<string, number> = {}
  readonly failed: string[] = []
  private readonly states: ('done' | 'failed' | undefined)[] = []
  private readonly failures = new FailuresInARow()
  /** So many of the first have ended. */
  private prefix = 0

  constructor(private readonly ids: string[]) {}

  /** Of those to be started, in order, until it is stopped or has no chance. */
  *start(stop: AbortSignal): Generator<number> {
    for (let index = 0; index < this.ids.length && !stop.aborted && !this.failures.areHopeless; index++) yield index
  }

  /** `counts` are null where there was nothing to do. */
  end(index: number, counts: Record<string, number> | null): void {
    this.settle(index, 'done')
    if (counts === null) return
    this.companies += 1
    for (const [name, count] of Object.entries(counts)) this.counts[name] = (this.counts[name] ?? 0) + count
  }

  fail(index: number): void {
    this.settle(index, 'failed')
    this.failed.push(this.ids[index] ?? '')
  }

  /** The last company that is done, of those before which all have ended. */
  findLast(): string | undefined {
    let last = this.prefix
    while (last > 0 && this.states[last - 1] === 'failed') last--
    return this.ids[last - 1]
  }

  private settle(index: number, state: 'done' | 'failed'): void {
    this.states[index] = state
    this.ended += 1
    this.failures.count(state === 'failed')
    while (this.states[this.prefix] !== undefined) this.prefix++
  }
}

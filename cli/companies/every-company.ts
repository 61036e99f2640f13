import { readCompanyIds } from '../../admin/companies/company-pages'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { runConcurrently } from '../../functions/store/concurrently'
import type { Table } from '../../functions/store/table/table'
import { describeError } from '../aws-errors'
import { FailuresInARow, makeProgress } from '../long-work'

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
  await runConcurrently(course.start(stop), companiesAtOnce, async (id) => {
    try {
      const company = await findCompany(table, id)
      const isThere = company !== null && company.erasing_at === undefined
      course.end(id, isThere ? await work(company) : null)
    } catch (error) {
      course.fail(id)
      report(`${id} failed: ${describeError(error)}`)
    }
    tellProgress(course.ended, ids.length, `, up to ${course.findLast() ?? after}`)
  })
  const { companies, counts, failed } = course
  const last = course.findLast() ?? after
  const next = last === '' ? command : `${command} --after ${last}`
  return { companies, counts, failed, next: course.ended < ids.length ? next : null }
}

/** How far the work on a list of companies is. They end in any order. */
class Course {
  companies = 0
  readonly counts: Record<string, number> = {}
  readonly failed: string[] = []
  private readonly failures = new FailuresInARow()
  private started = 0
  /** Those that have not ended, in the order in which they were started. */
  private readonly open = new Set<string>()

  constructor(private readonly ids: string[]) {}

  get ended(): number {
    return this.started - this.open.size
  }

  /** Those to be started, in order, until it is stopped or has no chance. */
  *start(stop: AbortSignal): Generator<string> {
    for (const id of this.ids) {
      if (stop.aborted || this.failures.areHopeless) return
      this.started += 1
      this.open.add(id)
      yield id
    }
  }

  /** `counts` are null where there was nothing to do. */
  end(id: string, counts: Record<string, number> | null): void {
    this.open.delete(id)
    this.failures.count(false)
    if (counts === null) return
    this.companies += 1
    for (const [name, count] of Object.entries(counts)) this.counts[name] = (this.counts[name] ?? 0) + count
  }

  fail(id: string): void {
    this.open.delete(id)
    this.failures.count(true)
    this.failed.push(id)
  }

  /** The last company that is done, of those before which all have ended. */
  findLast(): string | undefined {
    const [first] = this.open
    const ended = this.ids.slice(0, first === undefined ? this.started : this.ids.indexOf(first))
    return ended.findLast((id) => !this.failed.includes(id))
  }
}

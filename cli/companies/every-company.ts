import { readCompanyIds } from '../../admin/companies/company-pages'
import { type Company, findCompany } from '../../functions/store/companies/companies'
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
 * Does the work for every company, by their ids, eight at once. Goes on where one fails, and tells so; but not where
 * ten in a row do. Those that are being erased are left out.
 */
export async function forEveryCompany(
  table: Table,
  { command, after, stop, report }: EveryCompany,
  work: (company: Company) => Promise<Record<string, number>>,
): Promise<Summary> {
  const ids = await readCompanyIds(table, after)
  const tellProgress = makeProgress('companies', report)
  const failures = new FailuresInARow()
  const summary: Summary = { companies: 0, counts: {}, failed: [], next: null }
  const workOn = async (id: string) => {
    try {
      const company = await findCompany(table, id)
      if (company !== null && company.erasing_at === undefined) add(summary, await work(company))
      failures.count(false)
    } catch (error) {
      failures.count(true)
      summary.failed.push(id)
      report(`${id} failed: ${describeError(error)}`)
    }
  }
  let [ended, last] = [0, after]
  while (ended < ids.length && !stop.aborted && !failures.areHopeless) {
    const some = ids.slice(ended, ended + companiesAtOnce)
    await Promise.all(some.map(workOn))
    ended += some.length
    last = some.findLast((id) => !summary.failed.includes(id)) ?? last
    tellProgress(ended, ids.length, `, up to ${last}`)
  }
  const next = last === '' ? command : `${command} --after ${last}`
  return { ...summary, next: ended < ids.length ? next : null }
}

function add(summary: Summary, counts: Record<string, number>): void {
  summary.companies += 1
  for (const [name, count] of Object.entries(counts)) summary.counts[name] = (summary.counts[name] ?? 0) + count
}

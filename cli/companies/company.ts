import { type Company, findCompany } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { type Options, UsageError } from '../command-line'

/** The company of `--company`, also one that is being erased. Throws a `UsageError` where there is none. */
export async function getCompany(table: Table, { company: id }: Options): Promise<Company> {
  const company = await findCompany(table, String(id))
  if (!company) throw new UsageError(`there is no company ${id}`)
  return company
}

/** As `getCompany`, and refuses one that is being erased or imported. */
export async function getIntactCompany(table: Table, options: Options): Promise<Company> {
  const company = await getCompany(table, options)
  if (company.erasing_at !== undefined)
    throw new UsageError(`the company ${company.id} is being erased: only 'erase' goes on with it`)
  if (company.importing !== undefined)
    throw new UsageError(`the company ${company.id} is being imported: only 'import' and 'erase' go on with it`)
  return company
}

// How the commands print companies.

export function toCompanyAnswer({ id, name, plan, user_id, suspended_at }: Company) {
  return { id, name, plan, user_id, suspended_at: formatTime(suspended_at) }
}

export function toCreatedAnswer(company: Company) {
  const { suspended_at: _, ...answer } = toCompanyAnswer(company)
  return answer
}

function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}

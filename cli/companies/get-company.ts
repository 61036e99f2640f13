import type { Table } from '../../functions/store/client'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { type Options, UsageError } from '../command-line'

/** The company of `--company`, also one that is being erased. Throws a `UsageError` where there is none. */
export async function getCompany(table: Table, { company: id }: Options): Promise<Company> {
  const company = await findCompany(table, String(id))
  if (!company) throw new UsageError(`there is no company ${id}`)
  return company
}

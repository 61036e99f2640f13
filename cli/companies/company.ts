import { type Company, findCompany } from '../../functions/store/companies/companies'
import { type Options, UsageError } from '../command-line'
import { openTarget, type Target } from '../target'

/** With the company of `--company`, also one that is being erased. Throws a `UsageError` where there is none. */
export async function openCompany(options: Options): Promise<Target & { company: Company }> {
  const target = await openTarget(options)
  const company = await findCompany(target.table, String(options.company))
  if (!company) throw new UsageError(`there is no company ${options.company}`)
  return { ...target, company }
}

/** As `openCompany`, and refuses one that is being erased or imported. */
export async function openIntactCompany(options: Options): Promise<Target & { company: Company }> {
  const opened = await openCompany(options)
  const { id, erasing_at, importing } = opened.company
  if (erasing_at !== undefined) throw new UsageError(`the company ${id} is being erased: only 'erase' goes on with it`)
  if (importing !== undefined)
    throw new UsageError(`the company ${id} is being imported: only 'import' and 'erase' go on with it`)
  return opened
}

// How the commands print companies.

export function toCompanyAnswer({ id, name, plan, user_id, suspended_at }: Company) {
  return {
    id,
    name,
    plan,
    user_id,
    suspended_at: suspended_at === undefined ? null : new Date(suspended_at).toISOString(),
  }
}

export function toCreatedAnswer(company: Company) {
  const { suspended_at: _, ...answer } = toCompanyAnswer(company)
  return answer
}

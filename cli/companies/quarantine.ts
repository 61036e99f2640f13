import { releaseCompany } from '../../admin/moving/import-company'
import { toPlain } from '../../admin/moving/plain-text'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { type Options, UsageError } from '../command-line'
import { formatTarget } from '../target'
import { formatVerification } from '../verify/main'

/** Says what comes next. Returns the number of findings: where there are some, the company stays in quarantine. */
export async function verifyImport(table: Table, companyId: string, options: Options): Promise<number> {
  const company = await findCompany(table, companyId)
  if (company === null) throw new Error(`the company ${companyId} was erased meanwhile`)
  const found = await release(table, company)
  if (found > 0) process.exitCode = 1
  const next =
    found > 0 ? describe(companyId) : `npx inventory companies resume --company ${companyId}${formatTarget(options)}`
  console.error(`The company ${companyId} is on the plan ${company.plan}, and suspended: ${next}`)
  return found
}

/** Ends the quarantine where a verification finds nothing. Otherwise returns it, or throws a `UsageError`. */
export async function requireNoQuarantine(table: Table, company: Company, withFindings: boolean) {
  const { id, quarantine_at } = company
  const findings = quarantine_at === undefined ? 0 : await release(table, company)
  if (quarantine_at === undefined || findings === 0) return null
  if (!withFindings) throw new UsageError(`the company ${id} is in quarantine: ${describe(id)}`)
  return { quarantine_at, findings }
}

async function release(table: Table, company: Company): Promise<number> {
  const verification = await releaseCompany(table, company, console.error)
  if (verification.findings.length > 0) console.error(toPlain(formatVerification(verification)))
  return verification.findings.length
}

function describe(companyId: string): string {
  return (
    `what was imported does not hold. 'npx inventory verify --company ${companyId}' in the source says whether it is ` +
    `so there. If not, erase the company here: its file was forged. If so, mend it, and 'companies resume' verifies ` +
    `again; or it resumes the company as it is, by --with-findings.`
  )
}

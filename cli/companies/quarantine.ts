import { endQuarantine } from '../../admin/companies/companies'
import { releaseCompany } from '../../admin/moving/import-company'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { UsageError } from '../command-line'
import { formatVerification } from '../verify/main'

/** Says what comes next. Returns the number of findings: where there are some, the company stays in quarantine. */
export async function verifyImport(table: Table, companyId: string): Promise<number> {
  const company = await findCompany(table, companyId)
  if (company === null) throw new Error(`the company ${companyId} was erased meanwhile`)
  const found = await release(table, company)
  if (found > 0) process.exitCode = 1
  const next = found > 0 ? describe(companyId) : `npx inventory companies resume --company ${companyId}`
  console.error(`The company ${companyId} is on the plan ${company.plan}, and suspended: ${next}`)
  return found
}

/** Ends the quarantine of a company that was imported. Throws a `UsageError` where a verification finds something. */
export async function requireNoQuarantine(table: Table, company: Company, withFindings: boolean): Promise<void> {
  if (company.quarantine_at === undefined || (await release(table, company)) === 0) return
  if (!withFindings) throw new UsageError(`the company ${company.id} is in quarantine: ${describe(company.id)}`)
  await endQuarantine(table, company)
}

async function release(table: Table, company: Company): Promise<number> {
  const verification = await releaseCompany(table, company, console.error)
  if (verification.findings.length > 0) console.error(formatVerification(verification))
  return verification.findings.length
}

function describe(companyId: string): string {
  return (
    `what was imported does not hold. 'npx inventory verify --company ${companyId}' in the source says whether it is ` +
    `so there. If not, erase the company here: its file was forged. If so, mend it, and 'companies resume' verifies ` +
    `again; or it resumes the company as it is, by --with-findings.`
  )
}

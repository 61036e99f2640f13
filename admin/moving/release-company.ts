import type { Company } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { endQuarantine } from '../companies/companies'
import { type CompanyVerification, verifyCompany } from '../verification/verify-company'

/**
 * Verifies a company that was imported, and ends its quarantine where nothing is found. It stays suspended: nobody
 * writes its rows meanwhile.
 */
export async function releaseCompany(
  table: Table,
  company: Company,
  report: (text: string) => void,
): Promise<CompanyVerification> {
  const verification = await verifyCompany(table, company.id, { report, scan: true })
  if (verification.findings.length === 0) await endQuarantine(table, company)
  return verification
}

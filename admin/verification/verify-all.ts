import { runConcurrently } from '../../functions/store/concurrently'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { type ScannedCompany, SortedScan } from './sorted-scan'
import { type CompanyVerification, verifyCompany } from './verify-company'

/** Each has some numbers of all its items in memory. */
const companiesAtOnce = 8
/** Of the rows that the scan has found of a company. What is due of a page is read at once. */
const pageSize = 1_000

/** `verification` is null of a company that is gone, or is being erased. `error`: why it could not be verified. */
export type CompanyResult = { companyId: string; verification: CompanyVerification | null; error: unknown }

export type VerifyAllOptions = {
  /** How many rows of the table are scanned. */
  reportScan: (rows: number) => void
  /** Is called once for each company, in no order. `companies`: how many there are. */
  take: (outcome: CompanyResult, companies: number) => void
  /** Ends the work with its reason, and leaves nothing behind. */
  signal: AbortSignal
  /** Of the scan: at most as many rows in a page. */
  pageRows?: number
}

/**
 * Verifies every company that has a row, also one that no plan lists, as `verifyCompany` does it, with one scan of the
 * table for all. Holds eight companies in memory at a time, and what the scan has found of some 1/256 of all.
 */
export async function verifyAll(table: Table, options: VerifyAllOptions): Promise<void> {
  const { reportScan, take, signal, pageRows } = options
  const scan = await SortedScan.make()
  try {
    await scan.scan(table, reportScan, signal, pageRows)
    await runConcurrently(scan.readCompanies(), companiesAtOnce, async (company) => {
      signal.throwIfAborted()
      take(await verifyOne(table, company), scan.companies)
    })
  } finally {
    await scan.end()
  }
}

async function verifyOne(table: Table, { companyId, rows }: ScannedCompany): Promise<CompanyResult> {
  try {
    const company = await findRow(table, keys.company(companyId))
    if (company === undefined || company.erasing_at !== undefined) return { companyId, verification: null, error: null }
    const options = { report: () => {}, scan: true, scanned: makePages(rows) }
    return { companyId, verification: await verifyCompany(table, companyId, options), error: null }
  } catch (error) {
    return { companyId, verification: null, error }
  }
}

async function* makePages<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < rows.length; from += pageSize) yield rows.slice(from, from + pageSize)
}

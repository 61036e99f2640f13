import { runConcurrently } from '../../functions/store/concurrently'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { listConcerned, parseScannedRow, type ScannedRow, scanTable } from '../table/table-scan'
import { getOrMake } from './trail'
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
  /** Of the scan: at most as many rows in a page. */
  pageRows?: number
}

/**
 * Verifies every company that has a row, also one that no plan lists, as `verifyCompany` does it, with one scan of the
 * table for all. Holds eight companies in memory at a time, and what the scan has found: some 150 bytes for each item.
 */
export async function verifyAll(table: Table, options: VerifyAllOptions): Promise<void> {
  const { companies, lines } = await scanForAll(table, options)
  await runConcurrently(companies, companiesAtOnce, async (companyId) => {
    options.take(await verifyOne(table, companyId, lines.get(companyId) ?? []), companies.size)
    lines.delete(companyId)
  })
}

async function verifyOne(table: Table, companyId: string, lines: string[]): Promise<CompanyResult> {
  try {
    const company = await findRow(table, keys.company(companyId))
    if (company === undefined || company.erasing_at !== undefined) return { companyId, verification: null, error: null }
    const options = { report: () => {}, scan: true, scanned: makePages(lines) }
    return { companyId, verification: await verifyCompany(table, companyId, options), error: null }
  } catch (error) {
    return { companyId, verification: null, error }
  }
}

async function* makePages(lines: string[]): AsyncGenerator<ScannedRow[]> {
  for (let from = 0; from < lines.length; from += pageSize)
    yield lines.slice(from, from + pageSize).map((line) => parseScannedRow(JSON.parse(line)))
}

/**
 * `companies`: those that have a row of their own. `lines`: of each company that a row concerns, these rows as JSON,
 * which takes a fraction of the memory of objects. A scan comes to rows in no order of companies.
 */
async function scanForAll(table: Table, { reportScan, pageRows }: VerifyAllOptions) {
  const companies = new Set<string>()
  const lines = new Map<string, string[]>()
  let [before, rows]: [ScannedRow | null, number] = [null, 0]
  for await (const page of scanTable(table, pageRows)) {
    for (const row of page) {
      const own = findCompany(row)
      if (own !== null) companies.add(own)
      const line = JSON.stringify(row)
      for (const id of own === null ? listConcerned(row, before) : [own]) getOrMake(lines, id, () => []).push(line)
      before = row
    }
    rows += page.length
    reportScan(rows)
  }
  return { companies, lines }
}

/** The company of which it is the row that says that there is one, or null. */
function findCompany({ pk, sk }: ScannedRow): string | null {
  const company = keys.company('')
  return sk === company.sk && pk.startsWith(company.pk) ? pk.slice(company.pk.length) : null
}

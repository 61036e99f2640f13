import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runConcurrently } from '../../functions/store/concurrently'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { splitLines } from '../table/row-lines'
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

/** A company is in one of so many files, by the hash of its id: as many as a byte has values. */
const files = 256
/** Of a file, until they are written. In characters. */
const bufferSize = 32_768

type ScannedCompany = { companyId: string; rows: ScannedRow[] }
/** How far the scan is. */
type ScanReport = (rows: number) => void

/**
 * One scan for all companies. It comes to rows in no order of companies, and all of them would not fit into memory. So
 * those that concern a company are written into files of a temporary folder, each of which is held as a whole later.
 */
class SortedScan {
  /** All of the table. */
  rows = 0
  companies = 0
  private readonly buffers = Array.from({ length: files }, () => '')

  private constructor(private readonly folder: string) {}

  static async make(): Promise<SortedScan> {
    return new SortedScan(await mkdtemp(join(tmpdir(), 'inventory-scan-')))
  }

  /** `pageRows`: at most as many rows in a page. */
  async scan(table: Table, report: ScanReport, signal: AbortSignal, pageRows?: number): Promise<void> {
    let before: ScannedRow | null = null
    for await (const page of scanTable(table, pageRows)) {
      signal.throwIfAborted()
      for (const row of page) {
        const files = new Set(listCompanies(row, before).map(chooseFile))
        for (const file of files) await this.write(file, row)
        before = row
      }
      this.rows += page.length
      report(this.rows)
    }
    for (let file = 0; file < files; file++) await this.flush(file)
  }

  /** Those that have a row of their own, each with what concerns it. */
  async *readCompanies(): AsyncGenerator<ScannedCompany> {
    for (let file = 0; file < files; file++) {
      const groups = await this.readFile(file)
      for (const [companyId, rows] of groups) if (rows.some(isCompany)) yield { companyId, rows }
    }
  }

  /** Removes the folder: the files have the SKUs of all companies. */
  async end(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  private async write(file: number, row: ScannedRow): Promise<void> {
    if (isCompany(row)) this.companies += 1
    this.buffers[file] += `${JSON.stringify(row)}\n`
    if ((this.buffers[file]?.length ?? 0) > bufferSize) await this.flush(file)
  }

  private async flush(file: number): Promise<void> {
    await appendFile(this.getPath(file), this.buffers[file] ?? '', { mode: 0o600 })
    this.buffers[file] = ''
  }

  private async readFile(file: number): Promise<Map<string, ScannedRow[]>> {
    const groups = new Map<string, ScannedRow[]>()
    for await (const line of splitLines(createReadStream(this.getPath(file), 'utf8'))) {
      const row = parseScannedRow(JSON.parse(line))
      for (const id of listCompanies(row, null)) {
        if (chooseFile(id) !== file) continue
        getOrMake(groups, id, () => []).push(row)
      }
    }
    return groups
  }

  private getPath(file: number): string {
    return join(this.folder, `${file}.jsonl`)
  }
}

function isCompany({ pk, sk }: ScannedRow): boolean {
  return sk === keys.company('').sk && pk.startsWith(keys.company('').pk)
}

/** The row of the company itself says that there is one. */
function listCompanies(row: ScannedRow, before: ScannedRow | null): string[] {
  return isCompany(row) ? [row.pk.slice(keys.company('').pk.length)] : listConcerned(row, before)
}

function chooseFile(companyId: string): number {
  return createHash('sha256').update(companyId).digest()[0] ?? 0
}

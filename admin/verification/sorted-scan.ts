import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { splitLines } from '../table/row-lines'
import { parseScannedRow, type ScannedRow, scanTable } from '../table/table-scan'
import { listConcerned } from './scanned-row'

/** A company is in one of so many files, by the hash of its id: as many as a byte has values. */
const files = 256
/** Of a file, until they are written. In characters. */
const bufferSize = 32_768

export type ScannedCompany = { companyId: string; rows: ScannedRow[] }
/** How far the scan is. */
export type ScanReport = (rows: number) => void

/**
 * One scan for all companies. It comes to rows in no order of companies, and all of them would not fit into memory. So
 * those that concern a company are written into files of a temporary folder, each of which is held as a whole later.
 */
export class SortedScan {
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
        for (const file of listFiles(row, before)) await this.write(file, row)
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
        const rows = groups.get(id) ?? []
        rows.push(row)
        groups.set(id, rows)
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

function listFiles(row: ScannedRow, before: ScannedRow | null): Set<number> {
  return new Set(listCompanies(row, before).map(chooseFile))
}

function chooseFile(companyId: string): number {
  return createHash('sha256').update(companyId).digest()[0] ?? 0
}

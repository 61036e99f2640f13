import type { Table } from '../../functions/store/table/table'
import type { ScannedRow } from '../table/table-scan'
import { checkBases } from './bases'
import { checkCompany } from './company'
import { type Finding, Inspection, type Subject } from './inspection'
import { checkLog } from './log'
import { checkSkuGuards, readItems, readOrders } from './rows'
import { checkRestores, checkSnapshots } from './snapshots'
import { checkTable, scanWholeTable } from './table-rows'
import { Trails } from './trails'
import { checkWebhooks } from './webhooks'

export type VerifyOptions = {
  /** Tells the platform engineer how far the work has come. */
  report: (text: string) => void
  /** Whether to look for rows that nothing else leads to. Only a scan of the whole table finds them. */
  scan: boolean
  /** What a scan has shown of the company's rows. Without it, the table is scanned. */
  scanned?: AsyncIterable<ScannedRow[]>
}

/** `counts`: how much was read of each subject. `notes`: what is worth knowing, and no damage. */
export type CompanyVerification = {
  company_id: string
  counts: Record<Subject, number>
  findings: Finding[]
  notes: string[]
  scanned: boolean
}

/**
 * Checks what must hold of a company's rows. Only reads. Others may write meanwhile: rows are read first and the log
 * after them, later changes do not count, and what seems wrong is looked at again until two looks agree. Holds some
 * numbers of each item and order in memory, and log rows page by page.
 */
export async function verifyCompany(
  table: Table,
  companyId: string,
  { report, scan, scanned }: VerifyOptions,
): Promise<CompanyVerification> {
  const inspection = new Inspection(table, companyId, report)
  const trails = new Trails()
  const skus = new Set<string>()
  const webhooks = new Set<string>()
  const parts = [
    () => checkCompany(inspection),
    () => readItems(inspection, trails),
    () => readOrders(inspection, trails),
    () => checkLog(inspection, trails, skus),
    () => checkSkuGuards(inspection, trails, skus),
    () => checkBases(inspection, trails),
    () => checkSnapshots(inspection),
    () => checkRestores(inspection),
    () => checkWebhooks(inspection, webhooks),
    ...(scan ? [() => checkTable(inspection, { trails, webhooks }, scanned ?? scanWholeTable(inspection))] : []),
  ]
  for (const check of parts) {
    await check()
    await inspection.confirm()
  }
  if (!scan) inspection.notes.push('The table was not scanned: rows that nothing leads to were not looked for.')
  const { counts, findings, notes } = inspection
  return { company_id: companyId, counts, findings, notes, scanned: scan }
}

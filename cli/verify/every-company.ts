import { describeTotal } from '../../admin/table/table-scan'
import type { Finding, FindingCode } from '../../admin/verification/inspection'
import { type CompanyResult, verifyAll } from '../../admin/verification/verify-all'
import type { CompanyVerification } from '../../admin/verification/verify-company'
import type { Table } from '../../functions/store/table/table'
import { describeError } from '../aws-errors'
import { listenForStop } from '../command-line'
import { FailuresInARow, makeProgress, makeReportClock } from '../long-work'

/** `companies`: all that were verified. `unverified`: by id, why. `left_out`: gone or being erased by then. */
class Report {
  holds = true
  companies = 0
  left_out = 0
  scanned_rows = 0
  findings = 0
  readonly damaged: CompanyVerification[] = []
  readonly unverified: Record<string, string> = {}
}

/** Verifies all companies, and prints a line for each that has findings. The exit status is 1 where one has. */
export async function verifyEveryCompany(table: Table, { json }: { json: boolean }): Promise<void> {
  const report = new Report()
  const tellProgress = makeProgress('companies', console.error)
  const failures = new FailuresInARow()
  let taken = 0
  await verifyAll(table, {
    reportScan: await openScanReport(table, report),
    take: (outcome, companies) => {
      const line = count(outcome, report, json)
      if (line !== null && !json) console.log(line)
      failures.count(outcome.error !== null)
      if (failures.areHopeless)
        throw new Error(`Too many fail. The last was ${outcome.companyId}: ${describeError(outcome.error)}`)
      taken += 1
      tellProgress(taken, companies, `, ${report.findings.toLocaleString('en')} findings`)
    },
    signal: listenForStop(),
  })
  report.holds = report.findings === 0 && Object.keys(report.unverified).length === 0
  if (!report.holds) process.exitCode = 1
  console.log(json ? JSON.stringify(report) : formatReport(report))
}

async function openScanReport(table: Table, report: Report): Promise<(rows: number) => void> {
  const total = await describeTotal(table)
  const isDue = makeReportClock()
  console.error('scanning the whole table, once for all companies')
  return (rows) => {
    report.scanned_rows = rows
    if (isDue()) console.error(`${rows.toLocaleString('en')} rows scanned${total}`)
  }
}

/** Returns what is to be said of the company, or null. With `keep`, its findings are kept. */
function count({ companyId, verification, error }: CompanyResult, report: Report, keep: boolean): string | null {
  if (error !== null) {
    report.unverified[companyId] = describeError(error)
    return `${companyId} not verified: ${describeError(error)}`
  }
  if (verification === null) {
    report.left_out += 1
    return null
  }
  report.companies += 1
  const { findings } = verification
  if (findings.length === 0) return null
  report.findings += findings.length
  if (keep) report.damaged.push(verification)
  return `${companyId} findings: ${findings.length.toLocaleString('en')} (${listCodes(findings)})`
}

export function countCodes(findings: Finding[]): Map<FindingCode, number> {
  const counts = new Map<FindingCode, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function listCodes(findings: Finding[]): string {
  return [...countCodes(findings)].map(([code, times]) => `${code} ${times.toLocaleString('en')}`).join(', ')
}

function formatReport({ holds, companies, left_out, scanned_rows, findings, unverified }: Report): string {
  const failed = Object.keys(unverified).length
  return [
    `Verified ${companies.toLocaleString('en')} companies, with one scan of ${scanned_rows.toLocaleString('en')} rows.`,
    ...(left_out > 0 ? [`Left out: ${left_out.toLocaleString('en')} that are gone, or are being erased.`] : []),
    ...(failed > 0 ? [`Not verified: ${failed.toLocaleString('en')}`] : []),
    ...(findings > 0
      ? [`Findings: ${findings.toLocaleString('en')}. 'verify --company ID' says more of a company.`]
      : []),
    ...(holds ? ['Everything holds.'] : []),
  ].join('\n')
}

import { describeTotal } from '../../admin/table/table-scan'
import { type Finding, type FindingCode, findingMeanings } from '../../admin/verification/inspection'
import { type CompanyResult, verifyAll } from '../../admin/verification/verify-all'
import { type CompanyVerification, verifyCompany } from '../../admin/verification/verify-company'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { describeError } from '../aws-errors'
import { type Command, flag, type Options, serviceOptions, text, UsageError } from '../command-line'
import { requireOneOrAll } from '../keys/repair'
import { FailuresInARow, makeProgress, makeReportClock } from '../long-work'
import { openTarget } from '../target'

/** More of them say little more. With --json, there are all. */
const printedFindings = 100

const usage = `Checks whether what is stored of a company is as it must be. Only reads.

  npx inventory verify --company ID [--no-scan]
  npx inventory verify --all

  --all         every company, with one scan of the table for all: prints a line for each that has findings
  --no-scan     do not scan the table of all companies: leaves out what only a scan finds, and says so
  --json        one JSON document on stdout, with all findings
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead

  Companies may be in use meanwhile. Reads all that is stored of them, and tells on stderr how far it is. The exit
  status is 0 where everything holds, and 1 where something does not: then it prints the first ${printedFindings}
  findings of a company, each with its code. docs/runbook/verify-findings.md says what to do.

  --all keeps what its scan has found in memory: some 150 bytes for each item of all companies.`

async function verify(options: Options): Promise<void> {
  requireChoice(options)
  const { table } = await openTarget(options)
  if (options.all) return verifyEveryCompany(table, { json: options.json === true })
  const id = String(options.company)
  await requireCompany(table, id)
  const verification = await verifyCompany(table, id, { report: console.error, scan: options['no-scan'] !== true })
  if (verification.findings.length > 0) process.exitCode = 1
  const holds = verification.findings.length === 0
  console.log(options.json ? JSON.stringify({ holds, ...verification }) : formatVerification(verification))
}

function requireChoice({ all, company, 'no-scan': noScan }: Options): void {
  requireOneOrAll({ all, company })
  if (all && noScan) throw new UsageError('--all and --no-scan exclude each other: the scan finds the companies')
}

/** By its row alone: whether that can be read is a part of the check. */
async function requireCompany(table: Table, id: string): Promise<void> {
  const row = await findRow(table, keys.company(id))
  if (row === undefined) throw new UsageError(`there is no company ${id}`)
  if (row.erasing_at !== undefined)
    throw new UsageError(`the company ${id} is being erased: there is nothing to verify`)
  if (row.importing !== undefined)
    throw new UsageError(`the company ${id} is being imported: run 'companies import' to its end first`)
}

export function formatVerification({ company_id, counts, findings, notes }: CompanyVerification): string {
  const lines = Object.entries(counts).map(
    ([name, count]) => `${count.toLocaleString('en').padStart(12)} ${formatName(name)}`,
  )
  const printed = findings.slice(0, printedFindings).map(({ code, resource, text }) => `${code} ${resource}: ${text}`)
  const more = findings.length - printed.length
  return [
    `Read of ${company_id}:`,
    ...lines,
    ...notes.map((note) => `Note: ${note}`),
    ...(findings.length === 0 ? ['Everything holds.'] : [`Findings: ${findings.length.toLocaleString('en')}`]),
    ...listCodes(findings),
    ...printed,
    ...(more > 0 ? [`… and ${more} more: --json has them all.`] : []),
  ].join('\n')
}

/** What each code means, and how often it was found. */
function listCodes(findings: Finding[]): string[] {
  return [...countCodes(findings)].map(
    ([code, times]) => `${times.toLocaleString('en').padStart(12)} ${code}: ${findingMeanings[code]}`,
  )
}

function formatName(name: string): string {
  return name.replaceAll('_', ' ').replace('sku', 'SKU').replace('api', 'API')
}

export const command: Command = {
  usage,
  action: { options: { ...serviceOptions, company: text, all: flag, 'no-scan': flag }, run: verify },
}

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
async function verifyEveryCompany(table: Table, { json }: { json: boolean }): Promise<void> {
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
  const codes = [...countCodes(findings)].map(([code, times]) => `${code} ${times.toLocaleString('en')}`)
  return `${companyId} findings: ${findings.length.toLocaleString('en')} (${codes.join(', ')})`
}

function countCodes(findings: Finding[]): Map<FindingCode, number> {
  const counts = new Map<FindingCode, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
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

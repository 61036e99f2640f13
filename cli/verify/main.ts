import { type Finding, findingMeanings } from '../../admin/verification/inspection'
import { type CompanyVerification, verifyCompany } from '../../admin/verification/verify-company'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { type Command, flag, type Options, serviceOptions, text, UsageError } from '../command-line'
import { requireOneOrAll } from '../keys/repair'
import { openTarget } from '../target'
import { countCodes, verifyEveryCompany } from './every-company'

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

  --all keeps what its scan has found in files of a temporary folder until it ends: some 100 bytes for each item.`

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

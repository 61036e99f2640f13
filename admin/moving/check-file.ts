import type { Company } from '../../functions/store/companies/companies'
import type { ApiKeyRow, PersonRow } from '../../functions/store/companies/principal-row'
import type { Row, RowKey } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { toLine } from '../plain-text'
import type { Finding } from '../verification/inspection'
import { readWrongKey } from '../webhooks/master-key'
import type { FilePrincipal } from './file-principals'
import { FileRows } from './file-rows'
import { type End, type FileKey, holdLines, type MoveFile, moveKeyCheck, readMoveFile, resealRow } from './move-file'
import { findRowFault } from './row-checks'

/** A file that is whole, with rows that this release can take. `file` yields these alone. */
export type CheckedFile = {
  file: MoveFile
  end: End
  /** The company's own row. */
  row: Row & RowKey
  company: Company
  apiKeys: ApiKeyRow[]
  people: FilePrincipal<PersonRow>[]
  /** Of the webhooks that are active. */
  hosts: string[]
  /** Rows whose keys do not name the company, and that another one could have. */
  identities: RowKey[]
  /** What does not fit, as it may be of a company that was damaged before. */
  findings: Finding[]
}

/**
 * Reads the whole file, and compares its rows with each other. Throws an `Error` that says in which line something is
 * wrong, or what no company can have.
 */
export async function checkMoveFile(
  table: Table,
  file: MoveFile,
  key: FileKey,
  report: (text: string) => void,
): Promise<CheckedFile> {
  await requireKeyOfFile(file, key)
  const { company_id: companyId, issuer } = file.header
  const same = holdLines(file)
  const rows = new FileRows(table, companyId, report)
  let end: End | null = null
  for await (const { number, row } of readMoveFile(same, key, (found) => {
    end = found
  })) {
    const fault = findRowFault(companyId, row, rows)
    if (fault !== null) throw new Error(`line ${number}: ${fault}`)
    // The import seals secrets anew. What no key of the source has opened stays as it is.
    await resealRow(companyId, row, { from: key.vault, to: { seal: async () => '' }, unreadable: [] }).catch(() => {
      throw new Error(`line ${number}: the secret of the row ${row.pk} ${row.sk} cannot be opened`)
    })
  }
  const [own, second] = rows.companies
  if (end === null || own === undefined || second !== undefined)
    throw new Error(`it has ${rows.companies.length} rows of the company itself: there must be one`)
  requireSuspended(own.company, companyId)
  rows.principals.requireSound(issuer)
  rows.check(own)
  const { principals, identities, hosts, inspection } = rows
  const { keys: apiKeys, people } = principals
  return { file: same, end, ...own, apiKeys, people, hosts, identities, findings: inspection.findings }
}

/** Throws an `Error` where something does not fit, unless it is to be taken so: it says what, and what to do. */
export function requireSound({ findings }: CheckedFile, withFindings: boolean): void {
  if (findings.length === 0 || withFindings) return
  const listed = findings
    .slice(0, 20)
    .map(({ code, resource, text }) => `\n  ${toLine(`${code} ${resource}: ${text}`)}`)
  const more = findings.length > listed.length ? `\n  and ${findings.length - listed.length} more` : ''
  throw new Error(
    `the rows of the file do not fit each other. Nothing was written. Findings: ${findings.length}${listed.join('')}${more}\n` +
      `Run 'npx inventory verify' in the source. Where it finds the same, the file is what was there: mend it there and ` +
      `export again, or import it as it is, by --with-findings. Where it does not, do not import the file.`,
  )
}

async function requireKeyOfFile({ header }: MoveFile, { vault }: FileKey): Promise<void> {
  const { text, context } = moveKeyCheck
  const opened = await vault.open(header.key_check, context).catch(readWrongKey)
  if (opened !== text) throw new Error('the key file is of another export')
}

function requireSuspended({ id, suspended_at, erasing_at }: Company, companyId: string): void {
  if (id !== companyId) throw new Error(`the row of the company ${companyId} says that it is ${id}`)
  if (suspended_at === undefined) throw new Error('the company was not suspended when it was exported')
  if (erasing_at !== undefined) throw new Error('the company was being erased when it was exported')
}

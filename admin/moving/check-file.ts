import { type Company, parseCompany } from '../../functions/store/companies/companies'
import {
  type ApiKeyRow,
  isPerson,
  type PersonRow,
  parsePrincipalRow,
} from '../../functions/store/companies/principal-row'
import { findRows } from '../../functions/store/table/batch-read'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { readWrongKey, type Sealing } from '../webhooks/master-key'
import { getKind, isOwnRow } from './company-rows'
import { type End, type MoveFile, moveKeyCheck, readMoveFile } from './move-file'
import { findFault } from './row-shapes'

/** A file that is whole, with rows that this release can take. */
export type CheckedFile = {
  file: MoveFile
  end: End
  /** The company's own row. */
  row: Row & RowKey
  company: Company
  apiKeys: ApiKeyRow[]
  people: { row: Row; person: PersonRow }[]
  /** Rows whose keys do not name the company, and that another one could have. */
  identities: RowKey[]
}

/** Reads the whole file. Throws an `Error` that says in which line something is wrong. */
export async function checkMoveFile(file: MoveFile, fileVault: Pick<Sealing, 'open'>): Promise<CheckedFile> {
  await requireKeyOfFile(file, fileVault)
  const { company_id: companyId } = file.header
  let end: End | null = null
  const own: (Row & RowKey)[] = []
  const checked = { apiKeys: [] as ApiKeyRow[], people: [] as CheckedFile['people'], identities: [] as RowKey[] }
  for await (const { number, row } of readMoveFile(file, (found) => {
    end = found
  })) {
    const fault = findFault(companyId, row)
    if (fault !== null) throw new Error(`line ${number}: ${fault}`)
    if (isOwnRow(row, companyId)) own.push(row)
    takePrincipal(row, checked)
  }
  const [row, second] = own
  if (end === null || row === undefined || second !== undefined)
    throw new Error(`it has ${own.length} rows of the company itself: there must be one`)
  const company = parseCompany(row)
  if (company.suspended_at === undefined) throw new Error('the company was not suspended when it was exported')
  return { file, end, row, company, ...checked }
}

async function requireKeyOfFile({ header }: MoveFile, fileVault: Pick<Sealing, 'open'>): Promise<void> {
  const { text, context } = moveKeyCheck
  const opened = await fileVault.open(header.key_check, context).catch(readWrongKey)
  if (opened !== text) throw new Error('the key file is of another export')
}

function takePrincipal(
  row: Row & RowKey,
  { apiKeys, people, identities }: Pick<CheckedFile, 'apiKeys' | 'people' | 'identities'>,
): void {
  if (!['KEY', 'KEYID', 'EMAIL'].includes(getKind(row))) return
  identities.push({ pk: row.pk, sk: row.sk })
  if (getKind(row) !== 'KEY') return
  const principal = parsePrincipalRow(row)
  if (isPerson(principal)) people.push({ row, person: principal })
  else apiKeys.push(principal)
}

/**
 * Throws an `Error` where the company is there already, unless an import of this file was interrupted; and where
 * another company has a key or an address of it.
 */
export async function requireFree(table: Table, { file, end, identities }: CheckedFile): Promise<void> {
  const { company_id: companyId } = file.header
  const stored = await findRow(table, keys.company(companyId))
  if (stored) requireSameFile(parseCompany(stored), end)
  const taken = (await findRows(table, identities)).find((row) => row && row.company_id !== companyId)
  if (taken)
    throw new Error(`the row ${taken.pk} is here already, of ${taken.company_id}: an address belongs to one company`)
}

function requireSameFile({ id, erasing_at, importing }: Company, { sha256 }: End): void {
  if (erasing_at !== undefined)
    throw new Error(`the company ${id} is being erased here: run 'companies erase' to its end`)
  if (importing === undefined) throw new Error(`the company ${id} is here already`)
  if (importing.file !== sha256)
    throw new Error(`the company ${id} is half here, of another file: erase it, or go on with that file`)
}

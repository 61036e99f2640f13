import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { findRows } from '../../functions/store/table/batch-read'
import { keys, type Row } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import type { CheckedFile } from './check-file'
import { getKind } from './company-rows'
import type { End } from './move-file'

/** Rows that are read at once: a chunk has up to 400 KB. */
const rowsAtOnce = 50

/**
 * Throws an `Error` where the company is there already, unless an import of this file was interrupted; and where
 * another company has a key, a person or a chunk of it. `target`: typed behind the command that it names.
 */
export async function requireFree(table: Table, { file, end, identities }: CheckedFile, target = ''): Promise<void> {
  const { company_id: companyId } = file.header
  const stored = await findRow(table, keys.company(companyId))
  if (stored) requireSameFile(parseCompany(stored), end)
  for (let from = 0; from < identities.length; from += rowsAtOnce) {
    const found = await findRows(table, identities.slice(from, from + rowsAtOnce))
    const taken = found.filter((row) => row !== undefined && row.company_id !== companyId)
    const [first] = taken.sort((a, b) => Number(isOfPerson(b)) - Number(isOfPerson(a)))
    if (first) throw new Error(describeTaken(first, target))
  }
}

function requireSameFile({ id, erasing_at, importing, quarantine_at }: Company, { mac }: End): void {
  if (erasing_at !== undefined)
    throw new Error(`the company ${id} is being erased here: run 'companies erase' to its end`)
  const next = quarantine_at === undefined ? '' : `, in quarantine: 'companies resume' verifies it, and ends that`
  if (importing === undefined) throw new Error(`the company ${id} is here already${next}`)
  if (importing.file !== mac)
    throw new Error(`the company ${id} is half here, of another file: erase it, or go on with that file`)
}

const isOfPerson = (row: Row | undefined) => row !== undefined && getKind(row) === 'KEY' && 'role' in row

/** Who it is, and what to do. The row is of another company. */
function describeTaken(row: Row, target: string): string {
  const { id, email, company_id } = row
  if (isOfPerson(row))
    return (
      `the person ${email} (${id}) is of the company ${company_id} here, and belongs to one company. Let the person ` +
      `leave it, or run 'npx inventory people remove --company ${company_id} --person ${id}${target}'. Then import again.`
    )
  const name =
    getKind(row) === 'KEY' ? `key ${id}` : String(row.pk).replace('KEYID#', 'id ').replace('CHUNK#', 'chunk ')
  return `the ${name} is of the company ${company_id} here, and never of two: do not import this file, and ask who made it`
}

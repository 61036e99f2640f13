import { ulid } from 'ulid'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { putRows } from './put-rows'
import { scanTable } from './scan'

/** Keys that do not name their company. */
const shared = /^(DUEDELIVERIES|CHUNK)#/

/** Reads all rows of a company. `forkCompany` makes copies of the company from them. */
export async function readRowsOfCompany(table: Table, companyId: string): Promise<Row[]> {
  const isItsOwn = ({ pk, company_id }: Row) => shared.test(String(pk)) && company_id === companyId
  return (await scanTable(table)).filter((row) => `${row.pk} ${row.sk}`.includes(companyId) || isItsOwn(row))
}

type Renames = [from: string, to: string][]

/** Writes a copy of a company's rows under another company id. Only the company id differs, and the names of chunks. */
export async function forkCompany(table: Table, rows: Row[], ids: { from: string; to: string }): Promise<void> {
  const chunks = rows.flatMap(({ pk }) => /^CHUNK#([^#]+)/.exec(String(pk))?.[1] ?? [])
  const renames: Renames = [[ids.from, ids.to], ...[...new Set(chunks)].map((name): [string, string] => [name, ulid()])]
  await putRows(
    table,
    rows.map((row) => renameRow(row, renames)),
  )
}

function renameRow(row: Row, renames: Renames): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, renameInside(value, renames)]))
}

function renameInside(value: unknown, renames: Renames): unknown {
  if (typeof value === 'string') return renames.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (Array.isArray(value)) return value.map((each) => renameInside(each, renames))
  const plain = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
  return plain ? renameRow({ ...value }, renames) : value
}

import type { Table } from '../../functions/store/client'
import type { Row } from '../../functions/store/schema'
import { putRows } from './put-rows'
import { scanTable } from './scan'

/** Reads all rows of a company. `forkCompany` makes copies of the company from them. */
export async function readRowsOfCompany(table: Table, companyId: string): Promise<Row[]> {
  const isDue = (row: Row) => String(row.pk).startsWith('DUEDELIVERIES#') && row.company_id === companyId
  return (await scanTable(table)).filter((row) => `${row.pk} ${row.sk}`.includes(companyId) || isDue(row))
}

/** Writes a copy of a company's rows under another company id. Only the company id differs. */
export async function forkCompany(table: Table, rows: Row[], ids: { from: string; to: string }): Promise<void> {
  await putRows(
    table,
    rows.map((row) => renameRow(row, ids)),
  )
}

function renameRow(row: Row, ids: { from: string; to: string }): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, renameInside(value, ids)]))
}

function renameInside(value: unknown, ids: { from: string; to: string }): unknown {
  if (typeof value === 'string') return value.replaceAll(ids.from, ids.to)
  if (Array.isArray(value)) return value.map((each) => renameInside(each, ids))
  const plain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return plain ? renameRow({ ...value }, ids) : value
}

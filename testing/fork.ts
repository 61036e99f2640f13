import type { Row, Table } from '../functions/store/client'
import { putRows } from './put-rows'
import { scanTable } from './scan'

/** All rows of a company, with which `fork` makes others that are the same. */
export async function rowsOfCompany(table: Table, companyId: string): Promise<Row[]> {
  return (await scanTable(table)).filter(({ pk, sk }) => `${pk} ${sk}`.includes(companyId))
}

/** Writes a company's rows once more, as another company's: everything about it is the same but its id. */
export async function forkCompany(table: Table, rows: Row[], ids: { from: string; to: string }): Promise<void> {
  await putRows(
    table,
    rows.map((row) => renamed(row, ids)),
  )
}

function renamed(row: Row, ids: { from: string; to: string }): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inside(value, ids)]))
}

function inside(value: unknown, ids: { from: string; to: string }): unknown {
  if (typeof value === 'string') return value.replaceAll(ids.from, ids.to)
  if (Array.isArray(value)) return value.map((each) => inside(each, ids))
  const plain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return plain ? renamed({ ...value }, ids) : value
}

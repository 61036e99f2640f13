import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Row, Table } from '../functions/store/client'
import { concurrently } from '../functions/store/concurrently'

/** All rows of a company, with which `fork` makes others that are the same. */
export async function rowsOfCompany(table: Table, companyId: string): Promise<Row[]> {
  const rows: Row[] = []
  let from: Row | undefined
  do {
    const page = await table.db.send(new ScanCommand({ TableName: table.name, ExclusiveStartKey: from }))
    rows.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return rows.filter(({ pk, sk }) => `${pk} ${sk}`.includes(companyId))
}

/** Writes a company's rows once more, as another company's: everything about it is the same but its id. */
export async function forkCompany(table: Table, rows: Row[], ids: { from: string; to: string }): Promise<void> {
  const forked = rows.map((row) => renamed(row, ids))
  const batches = Array.from({ length: Math.ceil(forked.length / 25) }, (_, n) => forked.slice(25 * n, 25 * (n + 1)))
  await concurrently(batches, 8, (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }))
    return table.db.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
  })
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

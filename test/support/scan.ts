import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { getOwner } from '../../functions/store/table/row-kinds'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'

/** Reads every row of the table. No function of the service is allowed to do this. */
export async function scanTable(table: Table): Promise<Row[]> {
  const rows: Row[] = []
  let from: Row | undefined
  do {
    const scan = { TableName: table.name, ConsistentRead: true, ExclusiveStartKey: from }
    const { Items = [], LastEvaluatedKey } = await table.db.send(new ScanCommand(scan))
    rows.push(...Items)
    from = LastEvaluatedKey
  } while (from)
  return rows
}

/** The same text for rows that hold the same, byte for byte. The engine gives attributes in any order. */
export function formatRow(row: Row): string {
  const sorted = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    const names = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(names.map(([name, each]) => [name, sorted(each)]))
  }
  return JSON.stringify(sorted(row))
}

export function isOwnedBy(companyId: string, row: Row): boolean {
  const owner = getOwner(row as Parameters<typeof getOwner>[0])
  return 'companyId' in owner && owner.companyId === companyId
}

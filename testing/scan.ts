import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Row, Table } from '../functions/store/client'

/** Every row of the table, which no function of the service may read. */
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

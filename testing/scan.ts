import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Row, Table } from '../functions/store/client'

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

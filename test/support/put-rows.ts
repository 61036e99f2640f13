import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { runConcurrently } from '../../functions/store/concurrently'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'

/** Rows in one call. A database transaction takes more rows than a batch, and is less work for the local engine. */
const rowsAtOnce = 100

export async function putRows(table: Table, rows: Row[]): Promise<void> {
  const calls = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, n) =>
    rows.slice(rowsAtOnce * n, rowsAtOnce * (n + 1)),
  )
  await runConcurrently(calls, 8, (some) => {
    const TransactItems = some.map((Item) => ({ Put: { TableName: table.name, Item } }))
    return table.db.send(new TransactWriteCommand({ TransactItems }))
  })
}

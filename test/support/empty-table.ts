import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { scanTable } from './scan'

export async function emptyTable(table: Table, lasting: Row[]): Promise<void> {
  const kept = new Set(lasting.map(nameOf))
  await deleteRows(
    table,
    (await scanTable(table)).filter((row) => !kept.has(nameOf(row))),
  )
}

export async function deleteRows(table: Table, rows: Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100)
    const TransactItems = some.map(({ pk, sk }) => ({ Delete: { TableName: table.name, Key: { pk, sk } } }))
    await table.db.send(new TransactWriteCommand({ TransactItems }))
  }
}

function nameOf({ pk, sk }: Row): string {
  return `${pk} ${sk}`
}

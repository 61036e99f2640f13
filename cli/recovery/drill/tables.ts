import {
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { ApiError } from '../../../client'
import { importRows } from '../table-rows'
import { describeBareTable } from '../table-shape'
import { type DrillCompany, openClient } from './companies'
import { nameRows } from './exports'
import type { Before, Doing } from './state'

/** Deletes the table under the running service. Throws an `Error` where requests do not fail then. */
export async function loseTable({ tell }: Doing, { service, db, companies }: Before): Promise<void> {
  await db.send(new DeleteTableCommand({ TableName: service.table }))
  tell(`${service.table} is deleted`)
  for (const company of companies) {
    const status = await findStatus(service.baseUrl, company)
    if (status < 500) throw new Error(`a request of ${company.plan} has status ${status} without a table`)
    tell(`a request of ${company.plan} has status ${status}`)
  }
}

async function findStatus(baseUrl: string, company: DrillCompany): Promise<number> {
  try {
    await openClient(baseUrl, company, { maxAttempts: 1 }).listItems({ limit: 1 })
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

/** Makes what a restore and an import make: the rows, with keys and index, and no settings. */
export async function restoreTable(
  { drill, tell }: Doing,
  db: DynamoDBClient,
  { name, rows }: { name: string; rows: number },
): Promise<void> {
  await db.send(new CreateTableCommand(describeBareTable(name)))
  drill.removals.push(() => removeTable(db, name))
  const found = await importRows(db, name, nameRows(drill))
  if (found !== rows) throw new Error(`${found} of ${rows} rows are back`)
  tell(`${rows} rows, with keys and index, and no settings: as a restore or an import leaves it`)
}

export async function removeTable(db: DynamoDBClient, TableName: string): Promise<void> {
  await db.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }))
  await db.send(new DeleteTableCommand({ TableName }))
}

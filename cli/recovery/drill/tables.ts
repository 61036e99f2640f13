import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import { ApiError } from '../../../client'
import { describeBareTable } from '../table-shape'
import { runInventory } from './child-processes'
import { type DrillCompany, openClient } from './history'
import type { Before, Doing, Drill } from './steps'

type Moment = 'before' | 'after'

function nameExport({ folder }: Drill, id: string, moment: Moment): string {
  return join(folder, `${id}.${moment}.jsonl`)
}

type Item = Record<string, dynamodb.AttributeValue>

/** Returns the rows of the table. */
export async function exportAll({ drill, tell }: Doing, { service, db, companies }: Before): Promise<Item[]> {
  const rows = await readRows(db, service.table)
  await exportCompanies(drill, companies, { info: service.info, moment: 'before' })
  tell(`${rows.length} rows, and ${companies.length} companies as the API shows them`)
  return rows
}

export async function exportCompanies(
  drill: Drill,
  companies: DrillCompany[],
  { info, moment }: { info: string; moment: Moment },
): Promise<void> {
  const exports = companies.map(({ id }) => {
    const options = ['--company', id, '--info', info, '--out', nameExport(drill, id, moment)]
    return runInventory(['companies', 'export', ...options], drill.signal)
  })
  await Promise.all(exports)
}

/** Leaves out what the exports tell of themselves: the first line, the last one, and entries of the access log. */
export function requireSameExport(drill: Drill, { id }: DrillCompany): void {
  const readLines = (moment: Moment) =>
    readFileSync(nameExport(drill, id, moment), 'utf8')
      .split('\n')
      .filter((line) => !/^{"kind":"(export|end)"|"action":"company\.exported"/.test(line))
  const [before, after] = [readLines('before'), readLines('after')]
  const at = before.findIndex((line, index) => line !== after[index])
  if (at >= 0) throw new Error(`line ${at + 1} of what it has was\n${before[at]}\nand is\n${after[at]}`)
  if (after.length > before.length) throw new Error(`it has ${after.length - before.length} lines too many`)
}

/** Deletes the table under the running service. Throws an `Error` where requests do not fail then. */
export async function loseTable({ tell }: Doing, { service, db, companies }: Before): Promise<void> {
  await db.send(new dynamodb.DeleteTableCommand({ TableName: service.table }))
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
  db: dynamodb.DynamoDBClient,
  { name, rows }: { name: string; rows: Item[] },
): Promise<void> {
  await db.send(new dynamodb.CreateTableCommand(describeBareTable(name)))
  drill.removals.push(() => removeTable(db, name))
  await putRows(db, name, rows)
  tell(`${rows.length} rows, with keys and index, and no settings: as a restore or an import leaves it`)
}

export async function removeTable(db: dynamodb.DynamoDBClient, TableName: string): Promise<void> {
  await db.send(new dynamodb.UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }))
  await db.send(new dynamodb.DeleteTableCommand({ TableName }))
}

/** DynamoDB's limit. */
const rowsInBatch = 25

export async function readRows(client: dynamodb.DynamoDBClient, TableName: string): Promise<Item[]> {
  const rows: Item[] = []
  for await (const { Items = [] } of dynamodb.paginateScan({ client }, { TableName, ConsistentRead: true }))
    rows.push(...Items)
  return rows
}

export async function putRows(client: dynamodb.DynamoDBClient, TableName: string, rows: Item[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsInBatch) {
    const puts = rows.slice(from, from + rowsInBatch).map((Item) => ({ PutRequest: { Item } }))
    // DynamoDB may put a part of a batch, and name the rest.
    let left: dynamodb.BatchWriteItemCommandOutput['UnprocessedItems'] = { [TableName]: puts }
    while (left && Object.keys(left).length > 0)
      left = (await client.send(new dynamodb.BatchWriteItemCommand({ RequestItems: left }))).UnprocessedItems
  }
}

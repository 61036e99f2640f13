import { setTimeout as sleep } from 'node:timers/promises'
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, type BatchWriteCommandOutput, paginateScan } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { runConcurrently } from '../../functions/store/concurrently'
import { chooseBackoff, makeBusyRefusal } from '../../functions/store/sdk/retries'
import { getOwner } from '../../functions/store/table/row-kinds'
import { type RowKey, tableKey, ttlAttribute } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'

// For the tools of platform engineers. No function may scan the table.

const { partition, sort } = tableKey
/** DynamoDB's limit. */
const rowsInBatch = 25
const batchesAtOnce = 4
/** Some 5 s. */
const batchTries = 30

/** What a scan shows of a row. */
const ScannedRow = z.object({
  [partition]: z.string(),
  [sort]: z.string(),
  company_id: z.unknown().optional(),
  deleted_at: z.unknown().optional(),
  [ttlAttribute]: z.unknown().optional(),
})
export type ScannedRow = z.infer<typeof ScannedRow>

export function parseScannedRow(row: unknown): ScannedRow {
  return ScannedRow.parse(row)
}

/** Throws an `Error` for a row of an unknown kind. */
export function isOfCompany(row: RowKey & { company_id?: unknown }, companyId: string): boolean {
  const owner = getOwner(row)
  return 'companyId' in owner && owner.companyId === companyId
}

/** Every row of the table, strongly consistent, in pages of 1 MB, or of at most `pageRows` rows. */
export async function* scanTable(table: Table, pageRows?: number): AsyncGenerator<ScannedRow[]> {
  const scan = {
    TableName: table.name,
    ConsistentRead: true,
    ProjectionExpression: `${partition}, ${sort}, company_id, deleted_at, ${ttlAttribute}`,
    Limit: pageRows,
  }
  for await (const { Items = [] } of paginateScan({ client: table.db }, scan)) yield Items.map(parseScannedRow)
}

/** Of about how many rows, in words: DynamoDB counts every six hours. Empty where that is not known, or not allowed. */
export async function describeTotal(table: Table): Promise<string> {
  const described = await table.db.send(new DescribeTableCommand({ TableName: table.name })).catch(() => null)
  const rows = described?.Table?.ItemCount
  return rows ? ` of about ${rows.toLocaleString('en')}` : ''
}

/** Each on its own: where it fails, some are gone. Can be repeated. Refused with `resource_busy`. */
export async function deleteRows(table: Table, rows: RowKey[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(rows.length / rowsInBatch) }, (_, n) =>
    rows.slice(rowsInBatch * n, rowsInBatch * (n + 1)),
  )
  await runConcurrently(batches, batchesAtOnce, (batch) => deleteBatch(table, batch))
}

/** DynamoDB may delete a part of a batch, and name the rest. */
async function deleteBatch(table: Table, rows: RowKey[]): Promise<void> {
  const deletes = rows.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))
  let left: BatchWriteCommandOutput['UnprocessedItems'] = { [table.name]: deletes }
  for (let tries = 0; tries < batchTries; tries++) {
    if (tries > 0) await sleep(chooseBackoff(tries))
    left = (await table.db.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems
    if (left === undefined || Object.keys(left).length === 0) return
  }
  throw makeBusyRefusal()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, type BatchWriteCommandOutput, paginateScan } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { runConcurrently } from '../../functions/store/concurrently'
import { chooseBackoff, makeBusyRefusal } from '../../functions/store/sdk/retries'
import { findRowKind, getOwner, getRowKind, type Owner } from '../../functions/store/table/row-kinds'
import * as schema from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'

// For the tools of platform engineers. No function may scan the table.

const { partition, sort } = schema.tableKey
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
  [schema.ttlAttribute]: z.unknown().optional(),
})
export type ScannedRow = z.infer<typeof ScannedRow>

export function parseScannedRow(row: unknown): ScannedRow {
  return ScannedRow.parse(row)
}

/** Throws an `Error` for a row of an unknown kind. */
export function isOfCompany(row: schema.RowKey & { company_id?: unknown }, companyId: string): boolean {
  const owner = getOwner(row)
  return 'companyId' in owner && owner.companyId === companyId
}

/** Every row of the table, strongly consistent, in pages of 1 MB, or of at most `pageRows` rows. */
export async function* scanTable(table: Table, pageRows?: number): AsyncGenerator<ScannedRow[]> {
  const scan = {
    TableName: table.name,
    ConsistentRead: true,
    ProjectionExpression: `${partition}, ${sort}, company_id, deleted_at, ${schema.ttlAttribute}`,
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
export async function deleteRows(table: Table, rows: schema.RowKey[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(rows.length / rowsInBatch) }, (_, n) =>
    rows.slice(rowsInBatch * n, rowsInBatch * (n + 1)),
  )
  await runConcurrently(batches, batchesAtOnce, (batch) => deleteBatch(table, batch))
}

/** DynamoDB may delete a part of a batch, and name the rest. */
async function deleteBatch(table: Table, rows: schema.RowKey[]): Promise<void> {
  const deletes = rows.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))
  let left: BatchWriteCommandOutput['UnprocessedItems'] = { [table.name]: deletes }
  for (let tries = 0; tries < batchTries; tries++) {
    if (tries > 0) await sleep(chooseBackoff(tries))
    left = (await table.db.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems
    if (left === undefined || Object.keys(left).length === 0) return
  }
  throw makeBusyRefusal()
}

/** What the key of a row says that must be looked at, besides the row itself. */
export type RowName =
  | { kind: 'sku_guard'; sku: string }
  | { kind: 'receipt'; orderId: string }
  | { kind: 'api_key'; hash: string }
  | { kind: 'api_key_id'; id: string }
  | { kind: 'email' }
  | { kind: 'delivery'; webhookId: string }
  | { kind: 'chunk' | 'due' | 'other' }

/** Null for a key that this release does not make. */
export function parseRowName(companyId: string, { pk, sk }: schema.RowKey): RowName | null {
  const [, second = '', ...rest] = pk.split('#')
  const kind = findRowKind({ pk })
  if (kind === null || getRowKind(kind).sortKey?.test(sk) === false) return null
  const isSharded = kind === 'ITEMS' || kind === 'ORDERS'
  if (isSharded && !schema.listPartitions(kind, companyId).includes(pk)) return null
  if (kind === 'DUEDELIVERIES' && !schema.listDuePartitions().includes(pk)) return null
  if (kind === 'DELIVERIES') return { kind: 'delivery', webhookId: rest.join('#') }
  if (kind === 'SKU') return { kind: 'sku_guard', sku: pk.slice(schema.keys.sku(companyId, '').pk.length) }
  if (kind === 'RECEIPTS') return { kind: 'receipt', orderId: rest.join('#') }
  if (kind === 'KEY') return { kind: 'api_key', hash: second }
  if (kind === 'KEYID') return { kind: 'api_key_id', id: second }
  if (kind === 'EMAIL') return { kind: 'email' }
  if (kind === 'DUEDELIVERIES') return { kind: 'due' }
  return { kind: kind === 'CHUNK' ? 'chunk' : 'other' }
}

/** Null for a row of a kind that this release does not know. */
export function findOwner(row: ScannedRow): Owner | null {
  try {
    return getOwner(row)
  } catch {
    return null
  }
}

/** True where DynamoDB would delete a row that must stay. A row of an item is written whole. */
export function isExpiring({ pk, sk, deleted_at, [schema.ttlAttribute]: ttl }: ScannedRow): boolean {
  if (typeof ttl !== 'number') return false
  const kind = findRowKind({ pk })
  if (kind === 'ITEMS') return typeof deleted_at !== 'string'
  const isOldJob = kind === 'COMPANY' && sk.startsWith('JOB#') // as version 1.0.0 keeps them
  return kind !== null && getRowKind(kind).lasts && !isOldJob
}

/**
 * The companies for which the row must be looked at. Of most rows there are none: what leads to them is read by its
 * key. A row of an unknown kind may belong to each company that its key names. `before` is the row that was scanned
 * before it: a scan shows a partition as a whole, and of an order's receipts or a webhook's deliveries one is enough.
 */
export function listConcerned(row: ScannedRow, before: ScannedRow | null): string[] {
  const owner = findOwner(row)
  if (owner === null) return [...new Set(`${row.pk}#${row.sk}`.split('#'))].filter((part) => part !== '')
  if (!('companyId' in owner)) return []
  const { companyId } = owner
  const name = parseRowName(companyId, row)
  if (name === null || isExpiring(row)) return [companyId]
  const isOneOfMany = name.kind === 'receipt' || name.kind === 'delivery'
  const isFirst = before?.pk !== row.pk || parseRowName(companyId, before) === null
  return name.kind !== 'other' && (isFirst || !isOneOfMany) ? [companyId] : []
}

import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { chooseBackoff, makeBusyRefusal } from '../sdk/retries'
import { formatKey, type Row, type RowKey } from './schema'
import type { Table } from './table'

/** DynamoDB's limit of a BatchGetItem. */
const maxKeys = 100

/** Strongly consistent. In the order of the keys, which may repeat. */
export async function findRows(table: Table, keys: RowKey[]): Promise<(Row | undefined)[]> {
  const distinct = [...new Map(keys.map((key) => [formatKey(key), key])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / maxKeys) }, (_, index) =>
    readBatch(table, distinct.slice(index * maxKeys, (index + 1) * maxKeys)),
  )
  const rows = new Map((await Promise.all(batches)).flat().map((row) => [formatKey(row), row]))
  return keys.map((key) => rows.get(formatKey(key)))
}

/** DynamoDB leaves out what it has no capacity for. That is asked for again. Refused with `resource_busy` after 5 s. */
async function readBatch(table: Table, keys: RowKey[]): Promise<Row[]> {
  const rows: Row[] = []
  const deadline = performance.now() + table.limits.retryMs
  for (let tries = 0, missing: Row[] = keys; ; tries++) {
    const RequestItems = { [table.name]: { Keys: missing, ConsistentRead: true } }
    const { Responses, UnprocessedKeys } = await table.db.send(new BatchGetCommand({ RequestItems }))
    rows.push(...(Responses?.[table.name] ?? []))
    missing = UnprocessedKeys?.[table.name]?.Keys ?? []
    if (missing.length === 0) return rows
    if (performance.now() > deadline) throw makeBusyRefusal()
    await sleep(chooseBackoff(tries))
  }
}

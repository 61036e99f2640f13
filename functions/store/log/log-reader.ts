import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { decodeTime, encodeTime } from 'ulid'
import { allOf, getRow, queryAll, queryPages, type Row, type Table } from '../client'
import { byResource, keys } from '../schema'
import { settledAfterMs } from '../timing'
import { type LogRow, logId, logKey, parseLogRow, ulidLength } from './log-row'

/** Whose log rows, and of what time: `since` is exclusive, `until` inclusive, both in epoch milliseconds. */
export type LogRange = { company: string; since?: number | undefined; until?: number | undefined }

/** How the log is read: whole rows or some columns, from which end, how many at a time, and whether a copy will do. */
export type LogReading = {
  columns?: readonly string[]
  oldestFirst?: boolean
  pageRows?: number | undefined
  /** For rows that are settled: half the cost. */
  eventually?: boolean
}

/** The company's log in pages; newest first and strongly consistent unless asked otherwise. */
export function wholeLog(table: Table, range: LogRange, reading: LogReading = {}): AsyncGenerator<Row[]> {
  const { columns, oldestFirst = false, pageRows, eventually = false } = reading
  return pagesWithin(
    table,
    range,
    { attribute: 'pk', partition: partitionOf(range.company) },
    {
      ...(columns && {
        ProjectionExpression: columns.map((name) => `#${name}`).join(),
        ExpressionAttributeNames: Object.fromEntries(columns.map((name) => [`#${name}`, name])),
      }),
      ScanIndexForward: oldestFirst,
      ConsistentRead: !eventually,
      Limit: pageRows,
    },
  )
}

/** When a log row was stamped, in epoch milliseconds. */
export function timeOf({ sk }: Row): number {
  return decodeTime(String(sk).slice(0, ulidLength))
}

/**
 * The log rows of one item or order, newest first: the index's, and of the last seconds the log's own. Those are read to the end: what
 * comes after the range may reverse what is in it.
 */
export async function logOfResource(table: Table, resource: string, range: LogRange): Promise<Row[]> {
  const { company, since = 0, until = Number.POSITIVE_INFINITY } = range
  const unsettled = { company, since: Math.max(since, table.now() - settledAfterMs) }
  const index = { IndexName: byResource.name, ConsistentRead: false }
  const [settled, recent] = await Promise.all([
    allOf(pagesWithin(table, range, { attribute: byResource.partition, partition: resource }, index)),
    allOf(wholeLog(table, unsettled)),
  ])
  const own = recent.filter((row) => row[byResource.partition] === resource)
  const within = own.filter((row) => timeOf(row) <= until)
  const rows = new Map([...settled, ...within].map((row) => [String(row.sk), row]))
  return [...rows.values()].map(withReversal(own)).sort((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1))
}

/** The row with the mark of its reversal, if that is among `later` rows: the row's own copy may have been made before. */
export function withReversal(later: Iterable<Row>): (row: Row) => Row {
  const reversals = [...later].filter((row) => row.reversal_of !== undefined)
  const reversed = new Map(reversals.map((row) => [row.reversal_of, idOf(row)]))
  return (row) => (reversed.has(idOf(row)) ? { ...row, reversed_by: reversed.get(idOf(row)) } : row)
}

function idOf({ sk }: Row): string {
  return logId('txn', { sk: String(sk) })
}

/** The last log row of an item or order whose changes are settled; null where there is none. */
export async function lastLogRowOf(table: Table, resource: string): Promise<LogRow | null> {
  const { Items = [] } = await table.db.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: byResource.name,
      KeyConditionExpression: '#resource = :resource',
      ExpressionAttributeNames: { '#resource': byResource.partition },
      ExpressionAttributeValues: { ':resource': resource },
      ScanIndexForward: false,
      Limit: 1,
    }),
  )
  return Items[0] ? parseLogRow(Items[0]) : null
}

/** All rows of the transaction that a row is of, in order. */
export async function logOfTransaction(table: Table, { pk, sk }: Row): Promise<Row[]> {
  const [transaction] = String(sk).split('#')
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :transaction)',
    ExpressionAttributeValues: { ':pk': pk, ':transaction': `${transaction}#` },
  })
}

/** The log row that an id names, read strongly. */
export async function getLogRow(table: Table, company: string, id: string): Promise<LogRow | null> {
  const row = await getRow(table, logKey(partitionOf(company), id))
  return row ? parseLogRow(row) : null
}

async function* pagesWithin(
  table: Table,
  { since = -1, until }: LogRange,
  { attribute, partition }: { attribute: string; partition: string },
  options: Partial<QueryCommandInput> = {},
): AsyncGenerator<Row[]> {
  if (until !== undefined && until <= since) return // DynamoDB refuses a range whose end is before its start
  yield* queryPages(table, {
    ScanIndexForward: false,
    ...options,
    KeyConditionExpression: '#partition = :partition AND sk BETWEEN :from AND :to',
    ExpressionAttributeNames: { ...options.ExpressionAttributeNames, '#partition': attribute },
    ExpressionAttributeValues: {
      ':partition': partition,
      ':from': ulidTime(since + 1),
      ':to': `${until === undefined ? '' : ulidTime(until)}~`, // after every character of a key
    },
  })
}

/** How the ulids of that millisecond begin. */
function ulidTime(at: number): string {
  return encodeTime(Math.max(0, at), 10)
}

function partitionOf(company: string): string {
  return keys.log(company, '', 0).pk
}

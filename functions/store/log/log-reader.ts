import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { decodeTime, encodeTime } from 'ulid'
import { ulidLength } from '../../domain/time'
import { byResource, keys, type RowKey } from '../table/schema'
import { collectPages, findRow, ofPartition, queryAll, queryPages, type ReadUsage, type Table } from '../table/table'
import { settledAfterMs } from '../time/timing'
import { formatLogId, isMovement, type LogRow, makeLogKey, parseLogRow } from './log-row'

/**
 * `since` is exclusive, `until` inclusive, both in epoch milliseconds. `after` is exclusive, `through` inclusive, both
 * sort keys. All of them must hold.
 */
export type LogRange = {
  companyId: string
  since?: number | undefined
  until?: number | undefined
  after?: string | undefined
  through?: string | undefined
}

/** `columns`: of which fields the rows consist. */
export type LogReading<Column extends keyof LogRow = keyof LogRow> = {
  columns?: readonly Column[]
  oldestFirst?: boolean
  pageRows?: number | undefined
  /** Eventually consistent, for half the cost. Only for rows that are settled. */
  eventually?: boolean
  /** Counts what is read. */
  usage?: ReadUsage
}

/** Of each type of rows, so that `type` still tells them apart. */
type PickOfEach<Row, Column> = Row extends unknown ? Pick<Row, Column & keyof Row> : never

/**
 * By default newest first, whole rows, and strongly consistent. Rows have the type of what is written, and are not
 * checked: `parseLogRow` does that.
 */
export function readLog<Column extends keyof LogRow = keyof LogRow>(
  table: Table,
  range: LogRange,
  reading: LogReading<Column> = {},
): AsyncGenerator<PickOfEach<LogRow, Column>[]> {
  const { columns, oldestFirst = false, pageRows, eventually = false, usage } = reading
  return queryWithin(
    table,
    range,
    { attribute: 'pk', partition: makePartition(range.companyId) },
    {
      ...(columns && {
        ProjectionExpression: columns.map((name) => `#${name}`).join(),
        ExpressionAttributeNames: Object.fromEntries(columns.map((name) => [`#${name}`, name])),
      }),
      ScanIndexForward: oldestFirst,
      ConsistentRead: !eventually,
      Limit: pageRows,
      usage,
    },
  )
}

/** The stamp, in epoch milliseconds. */
export function getTime({ sk }: Pick<LogRow, 'sk'>): number {
  return decodeTime(sk.slice(0, ulidLength))
}

/**
 * The log rows of an item, order or snapshot, from the index, which lags behind. By default newest first. A row that
 * names the resource, and is in another company's log, is left out: a file of rows may be forged.
 */
export async function* queryResource(
  table: Table,
  resource: string,
  range: LogRange,
  { oldestFirst = false, pageRows }: Pick<LogReading, 'oldestFirst' | 'pageRows'> = {},
): AsyncGenerator<LogRow[]> {
  const partition = { attribute: byResource.partition, partition: resource }
  const index = { IndexName: byResource.name, ConsistentRead: false }
  const pk = makePartition(range.companyId)
  const options = { ...index, ScanIndexForward: oldestFirst, Limit: pageRows }
  for await (const page of queryWithin(table, range, partition, options)) yield page.filter((row) => row.pk === pk)
}

/** Newest first. Reads the log to its end: a row after the range can reverse one within it. */
export async function readLogOfResource(table: Table, resource: string, range: LogRange): Promise<LogRow[]> {
  const { companyId, since = 0, until = Number.POSITIVE_INFINITY } = range
  const unsettledRange = { companyId, since: Math.max(since, table.now() - settledAfterMs) }
  const [settled, recent] = await Promise.all([
    collectPages(queryResource(table, resource, range)),
    collectPages(readLog(table, unsettledRange)),
  ])
  const own = recent.filter((row) => row[byResource.partition] === resource)
  const within = own.filter((row) => getTime(row) <= until)
  const rows = new Map([...settled, ...within].map((row) => [row.sk, row]))
  return [...rows.values()].map(makeReversalMarker(own)).sort((a, b) => (a.sk < b.sk ? 1 : -1))
}

/** Sets `reversed_by` of a row if its reversal is in `laterRows`: the copy of the row may be older. */
export function makeReversalMarker(laterRows: Iterable<LogRow>): (row: LogRow) => LogRow {
  const reversals = [...laterRows].filter((row) => row.reversal_of !== undefined && row.receipt_id === undefined)
  const reversalIds = new Map(reversals.map((row) => [row.reversal_of, formatLogId('txn', row)]))
  return (row) => {
    const reversed_by = reversalIds.get(formatLogId('txn', row))
    return reversed_by === undefined || !isMovement(row) ? row : { ...row, reversed_by }
  }
}

/** Null if there is none. Reads the index: the changes must be settled. */
export async function findLastLogRow(table: Table, companyId: string, resource: string): Promise<LogRow | null> {
  for await (const [row] of queryResource(table, resource, { companyId }, { pageRows: 1 }))
    if (row) return parseLogRow(row)
  return null
}

/** In order. */
export async function readLogOfTransaction(table: Table, { pk, sk }: RowKey): Promise<LogRow[]> {
  const [transaction] = sk.split('#')
  const query = ofPartition(pk, 'begins_with(sk, :transaction)', { ':transaction': `${transaction}#` })
  return (await queryAll(table, query)) as LogRow[]
}

/** Strongly consistent. Null if there is no such row. */
export async function findLogRow(table: Table, companyId: string, id: string): Promise<LogRow | null> {
  const row = await findRow(table, makeLogKey(makePartition(companyId), id))
  return row ? parseLogRow(row) : null
}

/** What is in these partitions, the code has written as log rows. */
async function* queryWithin(
  table: Table,
  range: LogRange,
  partition: Partition,
  { usage, ...options }: Partial<QueryCommandInput> & { usage?: ReadUsage | undefined } = {},
): AsyncGenerator<LogRow[]> {
  const query = makeQuery(range, partition, options)
  if (query !== null) for await (const rows of queryPages(table, query, usage)) yield rows as LogRow[]
}

type Partition = { attribute: string; partition: string }

/** Null for a range that ends before it starts: DynamoDB refuses it. */
function makeQuery(
  range: LogRange,
  { attribute, partition }: Partition,
  options: Partial<QueryCommandInput> = {},
): Partial<QueryCommandInput> | null {
  const { from, to } = findEnds(range)
  if (to < from) return null
  return {
    ScanIndexForward: false,
    ...options,
    KeyConditionExpression: '#partition = :partition AND sk BETWEEN :from AND :to',
    ExpressionAttributeNames: { ...options.ExpressionAttributeNames, '#partition': attribute },
    ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
  }
}

/** The first and the last sort key, both included. `~` sorts after every character of a key, a space before. */
export function findEnds({ since = -1, until, after = '', through = '~' }: LogRange): { from: string; to: string } {
  const [begin, end] = [makeTimeKey(since + 1), until === undefined ? '~' : `${makeTimeKey(until)}~`]
  return { from: `${after} ` > begin ? `${after} ` : begin, to: through < end ? through : end }
}

/** The sort key of the last row that there can be before a row. */
export function findRowBefore(sk: string): string {
  const [transaction = '', number] = sk.split('#')
  return Number(number) === 0 ? transaction : `${transaction}#${String(Number(number) - 1).padStart(2, '0')}`
}

/** The first characters of the ulids of a millisecond. Sorts before all of its rows. */
export function makeTimeKey(at: number): string {
  return encodeTime(Math.max(0, at), 10)
}

function makePartition(companyId: string): string {
  return keys.log(companyId, '', 0).pk
}

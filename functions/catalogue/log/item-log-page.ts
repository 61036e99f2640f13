import type { Page, PageRequest } from '../../domain/list'
import { Reader } from '../../store/commit/reader'
import { type ItemLogRange, readItemLog } from '../../store/log/item-log'
import { queryResource } from '../../store/log/log-reader'
import { type LogRow, parseLogRow } from '../../store/log/log-row'
import { unpackItem } from '../../store/log/packed-item'
import { makeResource } from '../../store/table/schema'
import type { Table } from '../../store/table/table'
import { settledAfterMs } from '../../store/time/timing'

/**
 * What is listed of an item's log. `numbers`: all rows that match are numbered without a gap, by `rev` or by
 * `sequence`. Then the total is a difference. Else the whole range is read, and counted.
 */
export type ItemLogQuery = { matches: (row: LogRow) => boolean; numbers: 'rev' | 'sequence' | null }

/** More rows in a page of DynamoDB are of no use: 1 MB is its limit. */
const maxPageRows = 1_000

/** Newest first, with the exact total. Holds no more than the page, and one page of DynamoDB. */
export async function readItemLogPage(
  table: Table,
  range: ItemLogRange,
  { matches, numbers }: ItemLogQuery,
  { limit, offset }: PageRequest,
): Promise<Page<LogRow>> {
  const rows: LogRow[] = []
  let newest: LogRow | null = null
  let count = 0
  const pageRows = numbers === null ? undefined : Math.min(offset + limit, maxPageRows)
  const [item, oldest] = await Promise.all([
    new Reader(table, range.companyId).item(range.itemId),
    numbers === null ? null : findOldestSettled(table, range),
  ])
  for await (const page of readItemLog(table, range, { item, pageRows })) {
    newest ??= page[0] ?? null
    for (const row of page.filter(matches)) {
      if (count >= offset && rows.length < limit) rows.push(row)
      count += 1
    }
    if (numbers === null || newest === null || oldest === null || count < offset + limit) continue
    return { rows: rows.map(parseLogRow), total: countNumbers(numbers, newest, oldest), limit, offset }
  }
  return { rows: rows.map(parseLogRow), total: count, limit, offset }
}

/** The oldest row of the range. Null if it is not settled: then the whole range is of the last seconds. */
async function findOldestSettled(
  table: Table,
  { companyId, itemId, since, until }: ItemLogRange,
): Promise<LogRow | null> {
  const resource = makeResource('item', companyId, itemId)
  const range = { companyId, since, until: Math.min(until ?? Number.POSITIVE_INFINITY, table.now() - settledAfterMs) }
  for await (const [row] of queryResource(table, resource, range, { oldestFirst: true, pageRows: 1 }))
    if (row) return row
  return null
}

/** From the oldest to the newest row, both included. A row that moved no stock has the sequence of the one before. */
function countNumbers(numbers: 'rev' | 'sequence', newest: LogRow, oldest: LogRow): number {
  if (numbers === 'rev') return newest.rev - oldest.rev + 1
  const getSequence = (row: LogRow) => unpackItem(parseLogRow(row)).sequence
  return getSequence(newest) - getSequence(oldest) + (oldest.type === undefined ? 0 : 1)
}

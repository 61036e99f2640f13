import { readItemLogPage } from '../../catalogue/log/item-log-page'
import { makeLogPage, readLogPage } from '../../catalogue/log/log-page'
import type { Page, PageRequest } from '../../domain/list'
import { makeLogMatcher } from '../../domain/log/log-counts'
import { requirePastEnd } from '../../domain/log/until'
import type { MovementType } from '../../domain/stock/movement'
import { type LogRange, readLogOfResource, readLogOfTransaction } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { type Transaction, toTransactions } from '../../store/stock/transaction'
import { makeResource } from '../../store/table/schema'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'

export type TransactionFilter = {
  item_id?: string | undefined
  type?: MovementType | undefined
  order_id?: string | undefined
  user_id?: string | undefined
  since?: number | undefined
  until?: number | undefined
}

/** Newest first, with the exact total of those that pass the filter. Times are in epoch milliseconds. */
export async function listTransactions(
  context: Context,
  query: TransactionFilter & PageRequest,
): Promise<Page<Transaction>> {
  const { rows, ...page } = await readPage(context, query)
  return { ...page, rows: toTransactions(rows) }
}

async function readPage(
  { table, caller: { companyId } }: Context,
  query: TransactionFilter & PageRequest,
): Promise<Page<LogRow>> {
  const { item_id, order_id, type, user_id, since, until } = query
  requirePastEnd(until, table.now())
  const range = { companyId, since, until }
  const filter = { type, user_id, moved: true }
  const matchesFilter = makeLogMatcher(filter)
  if (item_id !== undefined) {
    const numbers = [order_id, type, user_id].every((value) => value === undefined) ? 'sequence' : null
    const matches = (row: LogRow) => matchesFilter(row) && (order_id === undefined || row.order_id === order_id)
    return readItemLogPage(table, { ...range, itemId: item_id }, { matches, numbers }, query)
  }
  if (order_id === undefined) return readLogPage(table, range, filter, query)
  const rows = await readLedgerOfOrder(table, range, order_id)
  return makeLogPage(
    rows.filter((row) => matchesFilter(row) && row.order_id === order_id),
    query,
  )
}

/** The index has the order's own log rows. Those of the items are in the same database transactions. */
async function readLedgerOfOrder(table: Table, range: LogRange, order: string): Promise<LogRow[]> {
  const own = await readLogOfResource(table, makeResource('order', range.companyId, order), range)
  const receipts = own.filter((row) => row.n > 1)
  const movements = await Promise.all(receipts.map((row) => readLogOfTransaction(table, row)))
  return movements.flatMap((rows) => rows.reverse())
}

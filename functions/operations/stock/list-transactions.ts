import { makeLogPage, readLogPage } from '../../catalogue/log/log-page'
import type { Page, PageRequest } from '../../domain/list'
import { makeLogMatcher } from '../../domain/log/log-counts'
import type { MovementType } from '../../domain/stock/movement'
import type { Table } from '../../store/client'
import { type LogRange, readLogOfResource, readLogOfTransaction } from '../../store/log/log-reader'
import { makeResource, type Row } from '../../store/schema'
import { type Transaction, toTransaction } from '../../store/stock/transaction'
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
  { table, caller: { companyId } }: Context,
  query: TransactionFilter & PageRequest,
): Promise<Page<Transaction>> {
  const { item_id, order_id, type, user_id, since, until } = query
  const range = { companyId, since, until }
  const filter = { type, user_id, moved: true }
  const ofItem = (row: Row) =>
    (item_id === undefined || row.item_id === item_id) && (order_id === undefined || row.order_id === order_id)
  const rowsOf =
    item_id !== undefined
      ? readLogOfResource(table, makeResource('item', companyId, item_id), range)
      : order_id !== undefined
        ? readLedgerOfOrder(table, range, order_id)
        : null
  const { rows, ...page } =
    rowsOf === null
      ? await readLogPage(table, range, filter, query)
      : makeLogPage((await rowsOf).filter(ofItem).filter(makeLogMatcher(filter)), query)
  return { ...page, rows: rows.map(toTransaction) }
}

/** The index has the order's own log rows. Those of the items are in the same database transactions. */
async function readLedgerOfOrder(table: Table, range: LogRange, order: string): Promise<Row[]> {
  const own = await readLogOfResource(table, makeResource('order', range.companyId, order), range)
  const deliveries = own.filter((row) => Number(row.n) > 1)
  const movements = await Promise.all(deliveries.map((row) => readLogOfTransaction(table, row)))
  return movements.flatMap((rows) => rows.reverse())
}

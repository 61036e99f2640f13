import { pageOfRows, pageOfWholeLog } from '../../catalogue/log/log-page'
import type { Page, PageRequest } from '../../domain/list'
import { matchesLog } from '../../domain/log/log-counts'
import type { MovementType } from '../../domain/stock/movement'
import type { Row, Table } from '../../store/client'
import { type LogRange, logOfResource, logOfTransaction } from '../../store/log/log-reader'
import { resourceOf } from '../../store/schema'
import { type Transaction, transactionOf } from '../../store/stock/transaction'
import type { Context } from '../context'

export type TransactionFilter = {
  item_id?: string | undefined
  type?: MovementType | undefined
  order_id?: string | undefined
  user_id?: string | undefined
  since?: number | undefined
  until?: number | undefined
}

/** One page of the ledger, newest first, with the exact number of rows that pass the filter. */
export async function listTransactions(
  { table, caller: { companyId: company } }: Context,
  query: TransactionFilter & PageRequest,
): Promise<Page<Transaction>> {
  const { item_id, order_id, type, user_id, since, until } = query
  const range = { company, since, until }
  const filter = { type, user_id, moved: true }
  const ofItem = (row: Row) =>
    (item_id === undefined || row.item_id === item_id) && (order_id === undefined || row.order_id === order_id)
  const rowsOf =
    item_id !== undefined
      ? logOfResource(table, resourceOf('item', company, item_id), range)
      : order_id !== undefined
        ? ledgerOfOrder(table, range, order_id)
        : null
  const { rows, ...page } =
    rowsOf === null
      ? await pageOfWholeLog(table, range, filter, query)
      : pageOfRows((await rowsOf).filter(ofItem).filter(matchesLog(filter)), query)
  return { ...page, rows: rows.map(transactionOf) }
}

/** The order's own rows are in the index; those of the items that it moved are in the same transactions. */
async function ledgerOfOrder(table: Table, range: LogRange, order: string): Promise<Row[]> {
  const own = await logOfResource(table, resourceOf('order', range.company, order), range)
  const deliveries = own.filter((row) => Number(row.n) > 1)
  const moved = await Promise.all(deliveries.map((row) => logOfTransaction(table, row)))
  return moved.flatMap((rows) => rows.reverse())
}

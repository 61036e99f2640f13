import { Refused } from '../../domain/errors'
import type { Page, PageRequest } from '../../domain/list'
import { matchesLog } from '../../domain/log-counts'
import type { MovementType } from '../../domain/stock'
import type { Row, Table } from '../client'
import { pageOfWholeLog } from '../log/log-page'
import { getLogRow, type LogRange, logOfResource, logOfTransaction, pageOfRows } from '../log/log-reader'
import { itemAfter, type LogRow, logId } from '../log/log-row'
import { resourceOf } from '../schema'

export type TransactionFilter = {
  item_id?: string | undefined
  type?: MovementType | undefined
  order_id?: string | undefined
  user_id?: string | undefined
  since?: number | undefined
  until?: number | undefined
}

/** A movement of stock as the API shows it; what is not known is null. */
export type Transaction = ReturnType<typeof transactionOf>

/** The movement that a log row tells of. Throws where it tells of none. */
export function transactionOf(row: LogRow) {
  const { type, item_id, sku, after, sequence, quantity_change, quantity_before, quantity_after } = row
  if (type === undefined || item_id === undefined || sku === undefined || after === undefined)
    throw new Error(`the log row ${row.sk} moved no stock`)
  return {
    id: logId('txn', row),
    type,
    item_id,
    sku,
    name: itemAfter(row).name,
    sequence: sequence ?? 0,
    quantity_change: quantity_change ?? 0,
    quantity_before: quantity_before ?? 0,
    quantity_after: quantity_after ?? 0,
    reason: row.reason ?? null,
    reference: row.reference ?? null,
    note: row.note ?? null,
    order_id: row.order_id ?? null,
    line_item_id: row.line_item_id ?? null,
    receipt_id: row.receipt_id ?? null,
    reversal_of: row.reversal_of ?? null,
    reversed_by: row.reversed_by ?? null,
    user_id: row.user_id,
    api_key_id: row.actor_type === 'api_key' ? row.actor_id : null,
    request_id: row.request_id ?? null,
    occurred_at: row.occurred_at ?? null,
    created_at: row.created_at,
  }
}

/** The transaction. Refused with `transaction_not_found` where there is none. */
export async function getTransaction(table: Table, company: string, id: string): Promise<Transaction> {
  return transactionOf(await getMovementRow(table, company, id))
}

export async function getMovementRow(table: Table, company: string, id: string): Promise<LogRow> {
  const row = await getLogRow(table, company, id)
  if (row?.type === undefined) throw new Refused('transaction_not_found', 'There is no such transaction.')
  return row
}

/** One page of the ledger, newest first, with the exact number of rows that pass the filter. */
export async function listTransactions(
  table: Table,
  company: string,
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

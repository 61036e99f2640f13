import { findLogRow } from '../log/log-reader'
import { formatLogId, type LogRow } from '../log/log-row'
import { unpackItem } from '../log/packed-item'
import type { Table } from '../table/table'

/** As the API shows it. What is not known is null. */
export type Transaction = ReturnType<typeof toTransaction>

/** Throws an `Error` if the row moved no stock. */
export function toTransaction(row: LogRow) {
  const { type, item_id, sku, sequence, quantity_change, quantity_before, quantity_after } = row
  if (type === undefined || item_id === undefined || sku === undefined)
    throw new Error(`the log row ${row.sk} moved no stock`)
  return {
    id: formatLogId('txn', row),
    type,
    item_id,
    sku,
    name: unpackItem(row).name,
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
    request_id: row.request_id,
    occurred_at: row.occurred_at ?? null,
    created_at: row.created_at,
  }
}

/** Null if there is no such log row, or if it moved no stock. */
export async function findTransaction(table: Table, companyId: string, id: string): Promise<Transaction | null> {
  const row = await findLogRow(table, companyId, id)
  return row?.type === undefined ? null : toTransaction(row)
}

/** Skips rows that moved no stock. */
export function toTransactions(rows: LogRow[]): Transaction[] {
  return rows.filter((row) => row.type !== undefined).map(toTransaction)
}

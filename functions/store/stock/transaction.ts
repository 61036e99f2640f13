import type { Table } from '../client'
import { getLogRow } from '../log/log-reader'
import { type LogRow, logId } from '../log/log-row'
import { itemAfter } from '../log/packed-item'

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

/** The transaction; null where there is no log row of that id, or it moved no stock. */
export async function findTransaction(table: Table, company: string, id: string): Promise<Transaction | null> {
  const row = await getLogRow(table, company, id)
  return row?.type === undefined ? null : transactionOf(row)
}

/** The movements that log rows tell of; those that tell of none are passed over. */
export function transactionsOf(rows: LogRow[]): Transaction[] {
  return rows.filter((row) => row.type !== undefined).map(transactionOf)
}

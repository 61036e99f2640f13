import type { Receipt } from '../../domain/orders/order'
import { findLogRow, readLog } from '../log/log-reader'
import { formatLogId, isMovement, type LogRow, type MovementLogRow, parseLogRow } from '../log/log-row'
import { unpackItem } from '../log/packed-item'
import { collectPages, type Table } from '../table/table'

/** As the API shows it. What is not known is null. */
export type Transaction = ReturnType<typeof toTransaction>

function toTransaction(row: MovementLogRow) {
  const { type, item_id, sku, sequence, quantity_change, quantity_before, quantity_after } = row
  return {
    id: formatLogId('txn', row),
    type,
    item_id,
    sku,
    name: unpackItem(row).name,
    sequence,
    quantity_change,
    quantity_before,
    quantity_after,
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
  return row && isMovement(row) ? toTransaction(row) : null
}

/** What a receipt has put in stock, in order, strongly consistent: it has the stamp of its log rows. */
export async function readTransactionsOfReceipt(table: Table, companyId: string, { id, created_at }: Receipt) {
  const until = Date.parse(created_at)
  const rows = await collectPages(readLog(table, { companyId, since: until - 1, until }, { oldestFirst: true }))
  return toTransactions(rows.filter(({ receipt_id }) => receipt_id === id).map(parseLogRow))
}

/** Skips rows that moved no stock. */
export function toTransactions(rows: LogRow[]): Transaction[] {
  return rows.filter(isMovement).map(toTransaction)
}

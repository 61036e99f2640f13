import * as z from 'zod'
import type { Receipt } from '../../domain/orders/order'
import { type CheckedRow, checkRow, readCheckedRows } from '../table/checked-row'
import { keys, type Row } from '../table/schema'
import { findRow, queryPartition, queryPartitions, type Table } from '../table/table'
import { putNew, type Write } from '../table/transact'

const nullable = z.string().nullable()

const ReceiptRow = z.object({
  id: z.string(),
  order_id: z.string(),
  reference: nullable,
  note: nullable,
  lines: z.array(
    z.object({
      line_item_id: z.string(),
      item_id: z.string(),
      sku: z.string(),
      quantity_accepted: z.int(),
      quantity_rejected: z.int(),
      rejection_reason: nullable,
    }),
  ),
  received_by: z.string(),
  created_at: z.string(),
  reversed_at: nullable.default(null),
  reversed_by: nullable.default(null),
})

/** Strongly consistent. Null if the order has no such receipt. */
export async function findReceipt(table: Table, companyId: string, orderId: string, id: string) {
  const row = await findRow(table, keys.receipt(companyId, orderId, id))
  return row ? ReceiptRow.parse(row) : null
}

/** Oldest first. */
export async function* readReceiptPages(table: Table, companyId: string, orderId: string): AsyncGenerator<Receipt[]> {
  const { pk } = keys.receipt(companyId, orderId, '')
  for await (const page of queryPartition(table, pk)) yield page.map((row) => ReceiptRow.parse(row))
}

/** Newest first. */
export async function readReceipts(table: Table, companyId: string, orderId: string): Promise<Receipt[]> {
  const rows = await queryPartitions(table, [keys.receipt(companyId, orderId, '').pk])
  return rows.map((row) => ReceiptRow.parse(row)).reverse()
}

/** Also receipts that cannot be read. */
export function readCheckedReceipts(
  table: Table,
  companyId: string,
  orderId: string,
): AsyncGenerator<CheckedRow<Receipt>[]> {
  const { pk } = keys.receipt(companyId, orderId, '')
  return readCheckedRows(table, [pk], (row) => checkReceiptRow(companyId, row))
}

export function checkReceiptRow(companyId: string, row: Row): CheckedRow<Receipt> {
  return checkRow(row, ReceiptRow, ({ order_id, id }) => keys.receipt(companyId, order_id, id))
}

/** Puts a new receipt, or marks one that is taken back: once, whatever the order says. */
export function makeReceiptWrite(companyId: string, receipt: Receipt): Write {
  const Key = keys.receipt(companyId, receipt.order_id, receipt.id)
  const { reversed_at, reversed_by } = receipt
  if (reversed_at === null) return { action: putNew({ ...Key, ...receipt }) }
  const Update = {
    Key,
    UpdateExpression: 'SET reversed_at = :at, reversed_by = :by',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(reversed_at) OR reversed_at = :none)',
    ExpressionAttributeValues: { ':at': reversed_at, ':by': reversed_by, ':none': null },
  }
  return { action: { Update } }
}

import * as z from 'zod'
import type { Order as DomainOrder, Receipt as DomainReceipt } from '../domain/orders/order'
import { maxReceiptLines } from '../domain/orders/order-limits'
import { anyId, id, optionalList, optionalText, quantity, rows, timestamp } from './fields'
import { Order, renderOrder } from './order'
import { listOf, pageQuery } from './page'
import type { NameField } from './row-fields'
import { Transaction } from './transaction'

export const ReceiptParams = z.strictObject({ id: id('po'), receipt_id: id('rcp') })

const nullable = z.string().nullable()

const receivedLine = z
  .strictObject({
    line_item_id: anyId,
    quantity_accepted: quantity.default(0),
    quantity_rejected: quantity.default(0),
    rejection_reason: optionalText(100),
  })
  .refine(({ quantity_accepted, quantity_rejected }) => quantity_accepted + quantity_rejected > 0, {
    path: ['quantity_accepted'],
    message: 'must be positive, unless something was rejected',
  })

/** Without `lines`, the order receives everything outstanding. */
export const ReceiveOrder = z.strictObject({
  lines: optionalList(rows(receivedLine, maxReceiptLines, 'receive the others in further requests')),
  reference: optionalText(255),
  note: optionalText(1000, { lines: true }),
  allow_over_receipt: z.boolean({ error: 'must be true or false' }).default(false),
})

export const Receipt = z.object({
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
  created_at: timestamp,
  reversed_at: timestamp.nullable(),
  reversed_by: nullable,
})

export const ReceivedOrder = z.object({ order: Order, receipt: Receipt, transactions: z.array(Transaction) })

export const ListReceipts = z.strictObject(pageQuery)
export const ReceiptList = listOf(Receipt)

/** Without `lines` in the body, no field is at fault: the message names the line. */
export function nameReceivedLine({ lines }: z.output<typeof ReceiveOrder>): NameField {
  const own: Record<string, string> = { item_id: 'line_item_id', quantity: 'quantity_accepted' }
  return (row, part) => {
    if (lines === undefined) return undefined
    return part === null ? `lines[${row}]` : `lines[${row}].${own[part] ?? part}`
  }
}

/** The order is as it is after the delivery. */
export function renderReceivedOrder<Transactions>(
  order: DomainOrder,
  receipt: DomainReceipt,
  transactions: Transactions,
) {
  const { body, revision } = renderOrder(order)
  return { body: { order: body, receipt, transactions }, revision }
}

import type { LineItem, Order, OrderSummary } from '../../../client'

type Status = Pick<Order, 'status'>

/** What the API would do with the order, whoever asks. */
export const can = {
  edit: ({ status }: Status) => status === 'draft',
  place: ({ status }: Status) => status === 'draft',
  receive: ({ status }: Status) => status === 'ordered' || status === 'partially_received',
  cancel: ({ status }: Status) => status === 'draft' || status === 'ordered',
  close: ({ status }: Status) => status === 'partially_received',
}

/** True of an order that was placed, and is expected before today (UTC). */
export function isOverdue(order: Pick<OrderSummary, 'status' | 'expected_at'>, now = Date.now()): boolean {
  const today = new Date(now).toISOString().slice(0, 10)
  return can.receive(order) && order.expected_at !== null && order.expected_at < today
}

/** False where no delivery has come yet, so that none is asked for. */
export function hasReceipts({ line_items }: { line_items: LineItem[] }): boolean {
  return line_items.some(({ quantity_received, quantity_rejected }) => quantity_received + quantity_rejected > 0)
}

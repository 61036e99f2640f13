import type { LineItem, Order, OrderSummary } from '../../../client'
import { statesThatAllow } from '../../../functions/domain/orders/order-status'

const allows = (verb: keyof typeof statesThatAllow) => {
  const states: readonly Order['status'][] = statesThatAllow[verb]
  return ({ status }: Pick<Order, 'status'>) => states.includes(status)
}

/** What the API would do with the order, whoever asks. */
export const can = {
  edit: allows('updated'),
  place: allows('placed'),
  receive: allows('received'),
  cancel: allows('cancelled'),
  close: allows('closed'),
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

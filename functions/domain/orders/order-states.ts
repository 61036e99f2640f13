import { Refusal } from '../errors'
import { touch } from '../revision'
import { countOutstanding, type Order, type OrderChange, type OrderLine } from './order'
import { diffOrders } from './order-difference'
import { requireSize } from './order-size'
import { type OrderStatus, statesThatAllow } from './order-status'

/** Refused with `invalid_state`, or with `limit_exceeded`: the items' SKUs and names in `lines` can have grown. */
export function decideOrderPlacement(order: Order, lines: OrderLine[], at: number): OrderChange {
  requireState(order, 'placed')
  const ordered_at = new Date(at).toISOString()
  const change = changeOrder(order, { status: 'ordered', ordered_at, line_items: lines }, at)
  requireSize(change.after)
  return change
}

/** Only if nothing has been received. Refused with `invalid_state` in other cases. */
export function decideOrderCancellation(order: Order, cancel_reason: string | null, at: number): OrderChange {
  requireState(order, 'cancelled')
  const cancelled_at = new Date(at).toISOString()
  return changeOrder(order, { status: 'cancelled', cancelled_at, cancel_reason, line_items: cancelRest(order) }, at)
}

/** Cancels what is outstanding. Refused with `invalid_state` unless the order was received in part. */
export function decideOrderClosure(order: Order, at: number): OrderChange {
  requireState(order, 'closed')
  const closed_at = new Date(at).toISOString()
  return changeOrder(order, { status: 'closed', closed_at, line_items: cancelRest(order) }, at)
}

/** Refused with `invalid_state`. `what` can be it: the order, or a part of it. */
export function requireState({ status }: Order, verb: keyof typeof statesThatAllow, what = 'it'): void {
  const states: readonly OrderStatus[] = statesThatAllow[verb]
  if (states.includes(status)) return
  const message = `The order is '${status}': ${what} can be ${verb} only while it is ${states.map((state) => `'${state}'`).join(' or ')}.`
  throw new Refusal('invalid_state', message, 'status')
}

export function changeOrder(before: Order, to: Partial<Order>, at: number): OrderChange {
  const after = touch({ ...before, ...to }, at)
  return { action: 'update', before, after, changes: diffOrders(before, after), receipt: null }
}

function cancelRest({ line_items }: Order): OrderLine[] {
  return line_items.map((line) => ({ ...line, quantity_cancelled: line.quantity_cancelled + countOutstanding(line) }))
}

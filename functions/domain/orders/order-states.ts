import { Refused } from '../errors'
import { touched } from '../revision'
import { type Order, type OrderChange, type OrderLine, type OrderStatus, outstanding } from './order'
import { orderDifference } from './order-difference'
import { requireSize } from './order-size'

/** In which states each verb is allowed. No other place knows. */
const allowed = {
  updated: ['draft'],
  deleted: ['draft'],
  placed: ['draft'],
  received: ['ordered', 'partially_received'],
  cancelled: ['draft', 'ordered'],
  closed: ['partially_received'],
} as const satisfies Record<string, OrderStatus[]>

/** Orders what a draft holds: `lines` are its lines, with the items' SKUs and names as they are now, which may be longer than before. */
export function placeOrder(order: Order, lines: OrderLine[], at: number): OrderChange {
  requireState(order, 'placed')
  const ordered_at = new Date(at).toISOString()
  const change = changedOrder(order, { status: 'ordered', ordered_at, line_items: lines }, at)
  requireSize(change.after)
  return change
}

/** Cancels an order of which nothing has been received. */
export function cancelOrder(order: Order, cancel_reason: string | null, at: number): OrderChange {
  requireState(order, 'cancelled')
  const cancelled_at = new Date(at).toISOString()
  return changedOrder(order, { status: 'cancelled', cancelled_at, cancel_reason, line_items: restCancelled(order) }, at)
}

/** Ends an order of which a part has been received: the rest will not come. */
export function closeOrder(order: Order, at: number): OrderChange {
  requireState(order, 'closed')
  const closed_at = new Date(at).toISOString()
  return changedOrder(order, { status: 'closed', closed_at, line_items: restCancelled(order) }, at)
}

/** Refused with `invalid_state` where the order's state does not allow what is asked. */
export function requireState({ status }: Order, verb: keyof typeof allowed): void {
  const states: readonly OrderStatus[] = allowed[verb]
  if (states.includes(status)) return
  const message = `The order is '${status}': it can be ${verb} only while it is ${states.map((state) => `'${state}'`).join(' or ')}.`
  throw new Refused('invalid_state', message, 'status')
}

export function changedOrder(before: Order, to: Partial<Order>, at: number): OrderChange {
  const after = touched({ ...before, ...to }, at)
  return { action: 'update', before, after, changes: orderDifference(before, after), receipt: null }
}

function restCancelled({ line_items }: Order): OrderLine[] {
  return line_items.map((line) => ({ ...line, quantity_cancelled: line.quantity_cancelled + outstanding(line) }))
}

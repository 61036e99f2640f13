import { Refused } from './errors'
import { orderDifference } from './order-difference'
import type { Receipt } from './receipt'
import { type FieldChanges, touched } from './revision'

export const orderStatuses = ['draft', 'ordered', 'partially_received', 'received', 'cancelled', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type Supplier = { name: string; email: string | null; phone: string | null; reference: string | null }

/** A line item. `sku` and `name` are the item's when it was ordered; `unit_cost` is a decimal string. */
export type OrderLine = {
  id: string
  item_id: string
  sku: string
  name: string
  quantity_ordered: number
  quantity_received: number
  quantity_rejected: number
  quantity_cancelled: number
  unit_cost: string | null
  notes: string | null
}

/** What a client may set, while the order is a draft. `expected_at` is a date, `currency` an ISO 4217 code. */
export type OrderFields = {
  supplier: Supplier
  currency: string | null
  expected_at: string | null
  location: string | null
  notes: string | null
  line_items: OrderLine[]
}

/** A purchase order. Times are ISO 8601 UTC; `rev` counts every change. */
export type Order = OrderFields & {
  id: string
  order_number: string
  status: OrderStatus
  created_by: string
  created_at: string
  updated_at: string
  ordered_at: string | null
  received_at: string | null
  closed_at: string | null
  cancelled_at: string | null
  cancel_reason: string | null
  rev: number
}

export type OrderPatch = { [Field in keyof OrderFields]?: OrderFields[Field] | undefined }

/** One change of one order: what the store commits and the log tells. */
export type OrderChange = {
  action: 'create' | 'update' | 'delete'
  before: Order | null
  after: Order
  changes: FieldChanges
  receipt: Receipt | null
}

/** In which states each verb is allowed. No other place knows. */
const allowed = {
  updated: ['draft'],
  deleted: ['draft'],
  placed: ['draft'],
  received: ['ordered', 'partially_received'],
  cancelled: ['draft', 'ordered'],
  closed: ['partially_received'],
} as const satisfies Record<string, OrderStatus[]>

/** Orders what a draft holds: `lines` are its lines, with the items' SKUs and names as they are now. */
export function placeOrder(order: Order, at: number, lines: OrderLine[] = order.line_items): OrderChange {
  requireState(order, 'placed')
  return changedOrder(order, { status: 'ordered', ordered_at: new Date(at).toISOString(), line_items: lines }, at)
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

/** How much of a line is still to come; less than nothing never is. */
export function outstanding({ quantity_ordered, quantity_received, quantity_cancelled }: OrderLine): number {
  return Math.max(0, quantity_ordered - quantity_received - quantity_cancelled)
}

export function changedOrder(before: Order, to: Partial<Order>, at: number): OrderChange {
  const after = touched({ ...before, ...to }, at)
  return { action: 'update', before, after, changes: orderDifference(before, after), receipt: null }
}

function restCancelled({ line_items }: Order): OrderLine[] {
  return line_items.map((line) => ({ ...line, quantity_cancelled: line.quantity_cancelled + outstanding(line) }))
}

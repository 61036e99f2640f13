import type { Order, OrderChange, OrderFields, OrderPatch } from './order'
import { orderDifference } from './order-difference'
import { requireSize } from './order-size'
import { changedOrder, requireState } from './order-states'

/** A new order: a draft on request, else ordered at once. */
export function createOrder(
  {
    id,
    order_number,
    created_by,
    status,
  }: Pick<Order, 'id' | 'order_number' | 'created_by'> & { status: 'draft' | 'ordered' },
  fields: OrderFields,
  at: number,
): OrderChange {
  const created_at = new Date(at).toISOString()
  const after: Order = {
    ...fields,
    id,
    order_number,
    status,
    created_by,
    created_at,
    updated_at: created_at,
    ordered_at: status === 'ordered' ? created_at : null,
    received_at: null,
    closed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    rev: 1,
  }
  requireSize(after)
  return { action: 'create', before: null, after, changes: orderDifference(null, after), receipt: null }
}

/** Sets the fields that `patch` names. Null when that changes nothing. */
export function updateOrder(order: Order, patch: OrderPatch, at: number): OrderChange | null {
  requireState(order, 'updated')
  const wanted: Order = {
    ...order,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  }
  if (JSON.stringify(wanted) === JSON.stringify(order)) return null
  requireSize(wanted)
  return changedOrder(order, wanted, at)
}

export function deleteOrder(order: Order, at: number): OrderChange {
  requireState(order, 'deleted')
  return { ...changedOrder(order, {}, at), action: 'delete' }
}

/** The number of a company's nth order, as the company sees it. */
export function orderNumber(nth: number): string {
  return `PO-${String(nth).padStart(6, '0')}`
}

import { listNames } from '../fields'
import type { Order, OrderChange, OrderFields, OrderPatch } from './order'
import { diffOrders } from './order-difference'
import { orderFields } from './order-fields'
import { requireSize } from './order-size'
import { changeOrder, requireState } from './order-states'

/** Refused with `limit_exceeded` if the order is too large. */
export function decideOrderCreation(
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
  return { action: 'create', before: null, after, changes: diffOrders(null, after), receipt: null }
}

/** `supplier` is merged, and lines are no field. */
const settableFields = listNames(orderFields, 'request', 'set').filter((name) => name !== 'supplier')

/** Null if nothing changes. Refused with `invalid_state` once it has ended, with `limit_exceeded` if too large. */
export function decideOrderUpdate(order: Order, patch: OrderPatch, at: number): OrderChange | null {
  requireState(order, 'updated')
  const { supplier = {}, line_items } = patch
  const fields = { ...Object.fromEntries(settableFields.map((name) => [name, patch[name]])), line_items }
  const merged = { ...order.supplier, ...dropUndefined(supplier) }
  const patched: Order = { ...order, ...dropUndefined(fields), supplier: merged }
  if (JSON.stringify(patched) === JSON.stringify(order)) return null
  requireSize(patched)
  return changeOrder(order, patched, at)
}

/** Refused with `invalid_state` unless the order is a draft. */
export function decideOrderDeletion(order: Order, at: number): OrderChange {
  requireState(order, 'deleted')
  return { ...changeOrder(order, {}, at), action: 'delete' }
}

/** `PO-000001` for the first order of a company. */
export function formatOrderNumber(nth: number): string {
  return `PO-${String(nth).padStart(6, '0')}`
}

function dropUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

import { foldCase, makeComparator } from '../list'
import type { OrderStatus } from './order'
import type { OrderHeader } from './order-totals'

export const orderSorts = ['created_at', 'updated_at', 'expected_at', 'order_number', 'supplier', 'status'] as const
export type OrderSort = (typeof orderSorts)[number] | `-${(typeof orderSorts)[number]}`

export type OrderFilter = {
  status?: OrderStatus | undefined
  supplier?: string | undefined
  item_id?: string | undefined
  search?: string | undefined
  overdue?: boolean | undefined
}

/** `search` ignores case. `today` is a UTC date (`2026-03-14`). */
export function makeOrderMatcher(filter: OrderFilter, today: string): (order: OrderHeader) => boolean {
  const needle = filter.search === undefined ? undefined : foldCase(filter.search)
  return (order) =>
    (filter.status === undefined || order.status === filter.status) &&
    (filter.supplier === undefined || order.supplier.name === filter.supplier) &&
    (filter.item_id === undefined || order.item_ids.includes(filter.item_id)) &&
    (needle === undefined ||
      [order.order_number, order.supplier.reference, order.supplier.name].some(
        (text) => text !== null && foldCase(text).includes(needle),
      )) &&
    (filter.overdue !== true || isOverdue(order, today))
}

export function makeOrderComparator(sort: OrderSort): (a: OrderHeader, b: OrderHeader) => number {
  return makeComparator(sort, (order, field) => (field === 'supplier' ? order.supplier.name : order[field]))
}

function isOverdue({ status, expected_at }: OrderHeader, today: string): boolean {
  const open = status === 'ordered' || status === 'partially_received'
  return open && expected_at !== null && expected_at < today
}

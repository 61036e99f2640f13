import { hasWords, listWords } from '../fold'
import { makeComparator, makeMatcher } from '../list'
import { isOverdue, type OrderStatus } from './order-status'
import type { OrderHeader } from './order-totals'

export const orderSorts = ['created_at', 'updated_at', 'expected_at', 'order_number', 'supplier', 'status'] as const
export type OrderSort = (typeof orderSorts)[number] | `-${(typeof orderSorts)[number]}`

/** A header, and what else orders are selected by. */
export type ListedOrder = OrderHeader & { item_ids: string[] }

export type OrderFilter = {
  status?: OrderStatus | undefined
  supplier?: string | undefined
  item_id?: string | undefined
  search?: string | undefined
  overdue_on?: string | undefined
}

/** `search` finds words, as `foldText` has them. `overdue_on` is the day of the company, where that is asked for. */
export function makeOrderMatcher(filter: OrderFilter): (order: ListedOrder) => boolean {
  const { status, supplier, item_id, search, overdue_on: today = '' } = filter
  const words = listWords(search ?? '')
  const tests: Record<keyof OrderFilter, (order: ListedOrder) => boolean> = {
    status: (order) => order.status === status,
    supplier: (order) => order.supplier.name === supplier,
    item_id: ({ item_ids }) => item_ids.some((id) => id === item_id),
    search: ({ order_number, supplier: { reference, name } }) => hasWords([order_number, reference, name], words),
    overdue_on: (order) => isOverdue(order, today),
  }
  return makeMatcher(filter, tests)
}

export function makeOrderComparator(sort: OrderSort): (a: OrderHeader, b: OrderHeader) => number {
  return makeComparator(sort, (order, field) => (field === 'supplier' ? order.supplier.name : order[field]))
}

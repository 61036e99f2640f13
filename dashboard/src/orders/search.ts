import type { ListOrdersQuery } from '../../../client'
import { orderStatuses } from '../../../functions/domain/orders/order-status'
import { makeParse, pageSize, type SearchOf } from '../parts/search'

const sorts = ['-created_at', 'expected_at', 'supplier', 'order_number', '-updated_at', 'status'] as const
export type Sort = (typeof sorts)[number]

/** `supplier`: the whole name. */
const ofOrders = {
  search: 'text',
  status: orderStatuses,
  supplier: 'text',
  overdue: 'flag',
  sort: sorts,
  offset: 'offset',
} as const

/** What the list of orders shows, in its address. */
export type OrdersSearch = SearchOf<typeof ofOrders>
export const parseOrdersSearch = makeParse(ofOrders)

/** Of the address, what the API filters by. */
export function makeQuery(search: OrdersSearch): ListOrdersQuery {
  return { sort: '-created_at', offset: 0, limit: pageSize, ...parseOrdersSearch({ ...search }) }
}

const questions = ['place', 'cancel', 'close', 'remove', 'back'] as const
export type Question = (typeof questions)[number]

/** What the page of an order shows, in its address: the question that is open, and a delivery that is marked. */
export const parseOrderSearch = makeParse({ ask: questions, receipt: 'text', offset: 'offset' })

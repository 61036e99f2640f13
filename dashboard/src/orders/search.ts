import type { ListOrdersQuery, Order } from '../../../client'
import { orderStatuses } from '../../../functions/domain/orders/order-status'
import { parseOffset, parseTexts } from '../parts/search'

const sorts = ['-created_at', 'expected_at', 'supplier', 'order_number', '-updated_at', 'status'] as const
export type Sort = (typeof sorts)[number]

/** What the list of orders shows, in its address. */
export type OrdersSearch = {
  search?: string
  status?: Order['status']
  /** The whole name. */
  supplier?: string
  overdue?: true
  sort?: Sort
  offset?: number
}

const pageSize = 25

/** Leaves out what is no filter, so that a link that is broken opens the list. */
export function parseOrdersSearch(given: Record<string, unknown>): OrdersSearch {
  const status = orderStatuses.find((each) => each === given.status)
  const sort = sorts.find((each) => each === given.sort)
  return {
    ...parseTexts(given, ['search', 'supplier']),
    ...(status && { status }),
    ...(given.overdue === true && { overdue: true as const }),
    ...(sort && { sort }),
    ...parseOffset(given),
  }
}

/** Of the address, what the API filters by. */
export function makeQuery(search: OrdersSearch): ListOrdersQuery {
  const { search: text, status, supplier, overdue, sort = '-created_at', offset = 0 } = search
  return {
    ...(text !== undefined && { search: text }),
    ...(status && { status }),
    ...(supplier !== undefined && { supplier }),
    ...(overdue && { overdue }),
    sort,
    offset,
    limit: pageSize,
  }
}

const questions = ['place', 'cancel', 'close', 'remove'] as const
export type Question = (typeof questions)[number]

/** What the page of an order shows, in its address: the question that is open, and a delivery that is marked. */
export type OrderSearch = { ask?: Question; receipt?: string; offset?: number }

export function parseOrderSearch(given: Record<string, unknown>): OrderSearch {
  const ask = questions.find((each) => each === given.ask)
  return { ...(ask && { ask }), ...parseTexts(given, ['receipt']), ...parseOffset(given) }
}

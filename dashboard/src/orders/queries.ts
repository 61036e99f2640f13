import type { ListOrdersQuery, Order } from '../../../client'
import { getAnswer } from '../../../client'
import { api } from '../api/client'
import { ask, askValues, listPage, queries } from '../api/queries'

/** The suppliers of orders. */
export const suppliers = askValues('orders', api.listSuppliers)

/** A page of orders. */
export const listOrders = (query: ListOrdersQuery) => listPage('orders', query, api.listOrders)

/** An order, with the revision that a change of it names. */
export function getOrder(id: string) {
  return ask(['order', id], async (options) => {
    const order = await api.getOrder(id, options)
    return { order, etag: getAnswer(order).etag }
  })
}

/** Shows the order that a change has answered: it is not asked for once more. */
export function keepOrder(order: Order, answer: object = order): void {
  queries.setQueryData(getOrder(order.id).queryKey, { order, etag: getAnswer(answer).etag })
}

const receiptsSize = 10

/** A page of the deliveries of an order, newest first. */
export const listReceipts = (id: string, offset: number) =>
  ask(['receipts', id, offset], (options) => api.listReceipts(id, { limit: receiptsSize, offset }, options))

/** What was done with an order last. It also names who has done it. */
export const listHistory = (id: string) =>
  ask(['audit', 'of order', id], (options) => api.listAudit({ resource_id: id, limit: 50 }, options))

/** Orders for what is low. They stay as they are while somebody works on them: each that is made would change them. */
export const suggestions = {
  ...ask(['suggestions'], (options) => api.suggestOrders({}, options)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
}

/** What a change of an order makes stale. The order itself is in the answer. */
export const ofOrders = [['account'], ['orders'], ['receipts'], ['audit']]

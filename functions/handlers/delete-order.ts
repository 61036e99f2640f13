import type { Order } from '../domain/order'
import { deleteOrder } from '../domain/order-draft'
import { requireRevision } from '../domain/revision'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { changeOrder } from '../store/orders/order-changes'

export const handler = handleChange<(typeof routes)['delete-order'], Order>(
  routes['delete-order'],
  ({ table, caller, params, ifMatch, keep }) =>
    changeOrder(
      table,
      caller,
      params.id,
      (order, at) => {
        requireRevision('order', order, ifMatch)
        return deleteOrder(order, at)
      },
      keep,
    ),
  () => ({ body: undefined }),
)

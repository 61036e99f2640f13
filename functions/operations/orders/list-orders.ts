import { listOrderHeaders } from '../../catalogue/orders/order-catalogue'
import { formatDay } from '../../domain/companies/time-zone'
import type { Page, PageRequest } from '../../domain/list'
import type { OrderFilter, OrderSort } from '../../domain/orders/order-list'
import type { OrderHeader } from '../../domain/orders/order-totals'
import type { Context, Workers } from '../context'

type Query = Omit<OrderFilter, 'overdue_on'> & { overdue?: boolean | undefined } & PageRequest & { sort: OrderSort }

/** Requests a compaction where the catalogue needs one. */
export function listOrders(
  { table, caller, workers }: Context & { workers: Workers },
  { overdue, ...query }: Query,
): Promise<Page<OrderHeader>> {
  const overdue_on = overdue === true ? formatDay(table.now(), caller.timeZone) : undefined
  return listOrderHeaders(table, caller.companyId, { ...query, overdue_on }, workers.requestCompaction)
}

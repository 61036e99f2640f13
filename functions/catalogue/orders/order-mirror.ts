import { headerOf, type OrderHeader } from '../../domain/orders/order-totals'
import { allOf, type Table } from '../../store/client'
import { wholeLog } from '../../store/log/log-reader'
import { findOrder, ordersOf } from '../../store/orders/order-row'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { RowMap } from '../row-map'

/** What a reader holds of a company's orders; `watermark` as with items. */
type OrderMirror = {
  headers: RowMap<OrderHeader>
  /** The last revision of orders that are no more. */
  deleted: Map<string, number>
  watermark: number
}

const mirrors = new Mirrors<OrderMirror>({
  load,
  refresh,
  bytes: ({ headers }) => headers.bytes,
})

/** The headers of a company's orders as they are now: every change that was acknowledged before the call is in them. */
export async function orderHeadersOf(table: Table, company: string): Promise<OrderHeader[]> {
  return [...(await mirrors.get(table, company)).headers.values()]
}

async function load(table: Table, company: string): Promise<OrderMirror> {
  const watermark = table.now()
  const headers = new RowMap<OrderHeader>()
  for (const order of await ordersOf(table, company)) headers.set(order.id, headerOf(order))
  return { headers, deleted: new Map(), watermark }
}

/** Reads which orders have changed since, and those orders. */
async function refresh(table: Table, company: string, mirror: OrderMirror): Promise<OrderMirror> {
  const now = table.now()
  const { headers, deleted, watermark } = mirror
  const columns = ['resource_type', 'resource_id', 'rev', 'action'] as const
  const rows = await allOf(wholeLog(table, { company, since: watermark - settledAfterMs - 1 }, { columns }))
  const changed = new Map<string, number>()
  for (const { resource_type, resource_id, rev, action } of rows) {
    const id = String(resource_id)
    const known = headers.get(id)?.rev ?? deleted.get(id) ?? 0
    if (resource_type !== 'order' || Number(rev) <= known) continue
    if (action === 'delete') deleted.set(id, Number(rev))
    changed.set(id, Math.max(Number(rev), changed.get(id) ?? 0))
  }
  await Promise.all(
    [...changed.keys()].map(async (id) => {
      const order = await findOrder(table, company, id)
      if (order) headers.set(id, headerOf(order))
      else headers.delete(id)
    }),
  )
  return { headers, deleted, watermark: now }
}

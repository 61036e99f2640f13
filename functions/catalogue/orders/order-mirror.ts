import { type OrderHeader, toHeader } from '../../domain/orders/order-totals'
import { collectPages, type Table } from '../../store/client'
import { readLog } from '../../store/log/log-reader'
import { findOrder, readOrders } from '../../store/orders/order-row'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { RowMap } from '../row-map'

/** `watermark`: epoch milliseconds, by the reader's clock. */
type OrderMirror = {
  headers: RowMap<OrderHeader>
  /** The last known revision of each. */
  deleted: Map<string, number>
  watermark: number
}

const mirrors = new Mirrors<OrderMirror>({
  load,
  refresh,
  bytes: ({ headers }) => headers.bytes,
})

/** Includes every change acknowledged before the call. */
export async function readOrderHeaders(table: Table, companyId: string): Promise<OrderHeader[]> {
  return [...(await mirrors.get(table, companyId)).headers.values()]
}

async function load(table: Table, companyId: string): Promise<OrderMirror> {
  const watermark = table.now()
  const headers = new RowMap<OrderHeader>()
  for (const order of await readOrders(table, companyId)) headers.set(order.id, toHeader(order))
  return { headers, deleted: new Map(), watermark }
}

async function refresh(table: Table, companyId: string, mirror: OrderMirror): Promise<OrderMirror> {
  const now = table.now()
  const { headers, deleted, watermark } = mirror
  const columns = ['resource_type', 'resource_id', 'rev', 'action'] as const
  const rows = await collectPages(readLog(table, { companyId, since: watermark - settledAfterMs - 1 }, { columns }))
  const changed = new Set<string>()
  for (const { resource_type, resource_id, rev, action } of rows) {
    const id = String(resource_id)
    const knownRevision = headers.get(id)?.rev ?? deleted.get(id) ?? 0
    if (resource_type !== 'order' || Number(rev) <= knownRevision) continue
    if (action === 'delete') deleted.set(id, Number(rev))
    changed.add(id)
  }
  await Promise.all(
    [...changed].map(async (id) => {
      const order = await findOrder(table, companyId, id)
      if (order) headers.set(id, toHeader(order))
      else headers.delete(id)
    }),
  )
  return { headers, deleted, watermark: now }
}

import type { Order } from '../../domain/orders/order'
import { listItemIds, toHeader } from '../../domain/orders/order-totals'
import { getTime } from '../../store/log/log-reader'
import { unpackItemIds, unpackOrder } from '../../store/log/packed-order'
import { findOrder, readOrderPartitions } from '../../store/orders/order-row'
import type { Row } from '../../store/schema'
import type { CatalogueSource, RowChange } from '../packed/source'
import {
  type CatalogueOrder,
  type HeaderTypes,
  headerKind,
  type IndexedTypes,
  indexedOrderKind,
  makeDeletedOrder,
} from './order-kind'

const orders: Omit<CatalogueSource<HeaderTypes>, 'kind' | 'base'> = {
  readPartitions: (table, companyId, meter) =>
    readOrderPartitions(table, companyId, meter).map((pages) => toCatalogueOrders(pages)),
  logColumns: ['sk', 'resource_type', 'resource_id', 'rev', 'action', 'after', 'item_ids', 'previous_at'],
  parseChange,
  findRow: async (table, companyId, id) => {
    const order = await findOrder(table, companyId, id)
    return order && toCatalogueOrder(order)
  },
}
export const headersSource: CatalogueSource<HeaderTypes> = { ...orders, kind: headerKind, base: 'orders' }
export const indexedOrdersSource: CatalogueSource<IndexedTypes> = {
  ...orders,
  kind: indexedOrderKind,
  base: 'orders_by_item',
}

async function* toCatalogueOrders(pages: AsyncIterable<Order[]>): AsyncGenerator<CatalogueOrder[]> {
  for await (const page of pages) yield page.map(toCatalogueOrder)
}

function toCatalogueOrder(order: Order): CatalogueOrder {
  return { ...toHeader(order), item_ids: listItemIds(order), deleted_at: null }
}

function parseChange(row: Row): RowChange<CatalogueOrder> | null {
  const { resource_type, resource_id, rev, action, after, item_ids, previous_at } = row
  if (resource_type !== 'order') return null
  const change = {
    id: String(resource_id),
    rev: Number(rev),
    previousAt: previous_at === undefined ? null : Number(previous_at),
  }
  const unpack = (findKnown: () => CatalogueOrder | null): CatalogueOrder | null => {
    if (action === 'delete') return makeDeletedOrder(change.id, change.rev, getTime(row))
    const ids = typeof item_ids === 'string' ? unpackItemIds(item_ids) : getPrevious(findKnown(), change.rev)?.item_ids
    // Rows of earlier releases have no header.
    if (typeof after !== 'string' || ids === undefined) return null
    return { ...unpackOrder(change.id, change.rev, after), item_ids: ids, deleted_at: null }
  }
  return { ...change, unpack }
}

/** Only the revision just before has the same items for certain. */
function getPrevious(known: CatalogueOrder | null, rev: number): CatalogueOrder | null {
  return known?.rev === rev - 1 ? known : null
}

import type { Page, PageRequest } from '../../domain/list'
import type { Order } from '../../domain/orders/order'
import type { OrderFilter, OrderSort } from '../../domain/orders/order-list'
import { listItemIds, type OrderHeader, toHeader } from '../../domain/orders/order-totals'
import { Reader } from '../../store/commit/reader'
import { getTime } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { unpackItemIds, unpackOrder } from '../../store/log/packed-order'
import { readOrderPartitions } from '../../store/orders/order-row'
import type { Table } from '../../store/table/table'
import type { Catalogue } from '../columns/catalogue'
import { CatalogueReplicas } from '../replica/catalogue-replicas'
import type { RequestCompaction } from '../replica/loading'
import type { CatalogueSource, RowChange } from '../replica/source'
import {
  type CatalogueOrder,
  type HeaderTypes,
  headerLayout,
  type IndexedTypes,
  indexedOrderLayout,
  makeDeletedOrder,
} from './order-layout'

const orders: Omit<CatalogueSource<HeaderTypes>, 'layout' | 'base' | 'parseChange'> = {
  readPartitions: (table, companyId, usage) =>
    readOrderPartitions(table, companyId, usage).map((pages) => toCatalogueOrders(pages)),
  logColumns: ['sk', 'resource_type', 'resource_id', 'rev', 'action', 'after', 'item_ids', 'previous_at'],
  findRow: async (table, companyId, id) => {
    const order = await new Reader(table, companyId).order(id)
    return order && toCatalogueOrder(order)
  },
}
export const headersSource: CatalogueSource<HeaderTypes> = {
  ...orders,
  layout: headerLayout,
  base: 'orders',
  parseChange: (row) => parseChange(row, () => []),
}
export const indexedOrdersSource: CatalogueSource<IndexedTypes> = {
  ...orders,
  layout: indexedOrderLayout,
  base: 'orders_by_item',
  parseChange: (row) => parseChange(row, keepItemsOfPrevious),
}

async function* toCatalogueOrders(pages: AsyncIterable<Order[]>): AsyncGenerator<CatalogueOrder[]> {
  for await (const page of pages) yield page.map(toCatalogueOrder)
}

function toCatalogueOrder(order: Order): CatalogueOrder {
  return { ...toHeader(order), item_ids: listItemIds(order), deleted_at: null }
}

/** `keepItems` returns the ids of the items where the row does not tell them, or null where they are not known. */
function parseChange(
  row: LogRow,
  keepItems: (findKnown: () => CatalogueOrder | null, rev: number) => string[] | null,
): RowChange<CatalogueOrder> | null {
  const { resource_type, resource_id: id, rev, action, after, item_ids, previous_at } = row
  if (resource_type !== 'order') return null
  const unpack = (findKnown: () => CatalogueOrder | null): CatalogueOrder | null => {
    if (action === 'delete') return makeDeletedOrder(id, rev, getTime(row))
    const ids = item_ids === undefined ? keepItems(findKnown, rev) : unpackItemIds(item_ids)
    if (ids === null) return null
    return { ...unpackOrder(id, rev, after), item_ids: ids, deleted_at: null }
  }
  return { id, rev, previousAt: previous_at ?? null, unpack }
}

/** Only the revision just before has the same items for certain. */
function keepItemsOfPrevious(findKnown: () => CatalogueOrder | null, rev: number): string[] | null {
  const known = findKnown()
  return known?.rev === rev - 1 ? known.item_ids : null
}

/** One process may hold both. */
const budgetBytes = 200_000_000
const headers = /* @__PURE__ */ new CatalogueReplicas(headersSource, budgetBytes)
const indexedOrders = /* @__PURE__ */ new CatalogueReplicas(indexedOrdersSource, budgetBytes)

/** As `listOrderHeaders`: how many orders each filter selects, all at one moment. */
export async function countOrders(
  table: Table,
  companyId: string,
  filters: Omit<OrderFilter, 'item_id'>[],
  requestCompaction: RequestCompaction | null = null,
): Promise<number[]> {
  const catalogue = await headers.read(table, companyId, requestCompaction)
  const request = { limit: 1, offset: 0, sort: 'created_at', now: table.now() } as const
  return filters.map((filter) => catalogue.list({ ...filter, ...request }).total)
}

/** As `listOrderHeaders`: how many orders each supplier has, drafts and ended ones among them. */
export async function countSuppliers(
  table: Table,
  companyId: string,
  requestCompaction: RequestCompaction,
): Promise<Map<string, number>> {
  const catalogue = await headers.read(table, companyId, requestCompaction)
  return catalogue.countWords(
    { now: table.now() },
    ({ supplier }) => supplier,
    ({ supplier }) => supplier.name,
  )
}

/**
 * Includes every change acknowledged before the call. Calls `requestCompaction` if a base or a delta is worth making.
 */
export async function listOrderHeaders(
  table: Table,
  companyId: string,
  { item_id, ...query }: OrderFilter & PageRequest & { sort: OrderSort },
  requestCompaction: RequestCompaction | null = null,
): Promise<Page<OrderHeader>> {
  const request = { ...query, now: table.now() }
  const page =
    item_id === undefined
      ? (await headers.read(table, companyId, requestCompaction)).list(request)
      : (await indexedOrders.read(table, companyId, requestCompaction)).list({ ...request, item_id })
  return { ...page, rows: page.rows.map(({ item_ids: _, deleted_at: __, ...header }) => header) }
}

/** The same of orders with the ids of their items. */
export function readOrdersByItem(
  table: Table,
  companyId: string,
  requestCompaction: RequestCompaction | null = null,
): Promise<Catalogue<IndexedTypes>> {
  return indexedOrders.read(table, companyId, requestCompaction)
}

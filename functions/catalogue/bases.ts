import type { BaseName, Head } from '../store/catalogue/head'
import type { Table } from '../store/client'
import { itemsSource } from './items/items-source'
import { headersSource, indexedOrdersSource } from './orders/orders-source'
import { writeBase } from './packed/base'

type WriteBase = (table: Table, companyId: string) => Promise<Head | null>

/** Each builds the base from the rows. Null if another base was made current meanwhile. */
export const baseWriters: Record<BaseName, WriteBase> = {
  items: (table, companyId) => writeBase(table, companyId, itemsSource),
  orders: (table, companyId) => writeBase(table, companyId, headersSource),
  orders_by_item: (table, companyId) => writeBase(table, companyId, indexedOrdersSource),
}

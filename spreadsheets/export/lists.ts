import * as z from 'zod'
import type {
  CallOptions,
  InventoryClient,
  ListAuditQuery,
  ListItemsQuery,
  Listing,
  ListOrdersQuery,
  ListSnapshotItemsQuery,
  ListTransactionsQuery,
  ListTrashQuery,
  PageOf,
} from '../../client'
import { AuditEntry } from '../../functions/contract/audit'
import { Item, TrashedItem } from '../../functions/contract/item'
import { OrderSummary } from '../../functions/contract/order'
import { Transaction } from '../../functions/contract/transaction'

/** What is asked of each list. */
export type ListQueries = {
  items: ListItemsQuery
  trash: ListTrashQuery
  transactions: ListTransactionsQuery
  orders: ListOrdersQuery
  audit: ListAuditQuery
  snapshot: ListSnapshotItemsQuery & { snapshot_id: string }
}

export type ListName = keyof ListQueries

export type ListedRow = { created_at: string; updated_at?: string }
export type AnyListing = Pick<Listing<ListedRow, PageOf<ListedRow>>, 'pages'>

type Lists = {
  [Name in ListName]: (client: InventoryClient, query: ListQueries[Name], options: CallOptions) => AnyListing
}

const lists: Lists = {
  items: (client, query, options) => client.listItems(query, options),
  trash: (client, query, options) => client.listTrash(query, options),
  transactions: (client, query, options) => client.listTransactions(query, options),
  orders: (client, query, options) => client.listOrders(query, options),
  audit: (client, query, options) => client.listAudit(query, options),
  snapshot: (client, { snapshot_id, ...query }, options) => client.listSnapshotItems(snapshot_id, query, options),
}

/** The schemas of their rows. */
const schemas = {
  items: Item,
  trash: TrashedItem,
  transactions: Transaction,
  orders: OrderSummary,
  audit: AuditEntry,
  snapshot: Item,
}

export function columnsOf(name: ListName): Column[] {
  return listColumns(schemas[name])
}

/** A list to be read page by page. The signal of `options` ends it. */
export function openList<Name extends ListName>(
  client: InventoryClient,
  list: { name: Name; query: ListQueries[Name] },
  options: CallOptions = {},
): AnyListing {
  return lists[list.name](client, list.query, options)
}

/** A column, and the fields that lead to its value: `supplier_name` is the `name` of the `supplier`. */
export type Column = { name: string; path: string[] }

/** The columns of rows of this schema. A list is one column. */
export function listColumns(schema: z.ZodObject): Column[] {
  return listFields(schema).map((path) => ({ name: path.join('_'), path }))
}

function listFields({ shape }: z.ZodObject): string[][] {
  return Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? listFields(field).map((path) => [name, ...path]) : [[name]],
  )
}

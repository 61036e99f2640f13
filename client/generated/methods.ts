// npm run client:generate writes this from openapi/openapi.json.

import type { ListingOf } from '../listing'
import type { CallOptions, ChangeOptions, ConditionalOptions } from '../options'
import type * as types from './types'

export interface Methods {
  /** List items. Needs the `read` scope. `GET /items` */
  listItems(query?: types.ListItemsQuery, options?: CallOptions): ListingOf<types.ItemList>
  /** Create an item. Needs the `write` scope. `POST /items` */
  createItem(body: types.CreateItem, options?: ChangeOptions): Promise<types.Item>
  /** Create or update up to 100 items, each on its own. Needs the `write` scope. `POST /items/batch` */
  createItems(body: types.CreateItems, options?: ChangeOptions): Promise<types.CreatedItems>
  /** Get an item. Needs the `read` scope. `GET /items/{id}` */
  getItem(id: string, options?: CallOptions): Promise<types.Item>
  /** Update the fields that are given. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `PUT /items/{id}` */
  updateItem(id: string, body?: types.UpdateItem, options?: ConditionalOptions): Promise<types.Item>
  /** Move an item to trash. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `DELETE /items/{id}` */
  deleteItem(id: string, options?: ConditionalOptions): Promise<void>
  /** Bring an item back from trash. Needs the `write` scope. `POST /items/{id}/restore` */
  restoreItem(id: string, body?: types.RestoreItem, options?: ChangeOptions): Promise<types.Item>
  /** List the items in trash. Needs the `read` scope. `GET /trash` */
  listTrash(query?: types.ListTrashQuery, options?: CallOptions): ListingOf<types.TrashList>
  /** Add up the ledger of an item, and compare. Needs the `read` scope. `GET /items/{id}/verify` */
  verifyItem(id: string, options?: CallOptions): Promise<types.Verification>
  /** List the stock ledger, newest first. Needs the `read` scope. `GET /transactions` */
  listTransactions(query?: types.ListTransactionsQuery, options?: CallOptions): ListingOf<types.TransactionList>
  /** Move stock: one transaction, or up to 40 at once, all or none. Needs the `write` scope. `POST /transactions` */
  createTransactions(body: Exclude<types.CreateTransactions, { transactions: unknown }> & { dry_run?: false }, options?: ChangeOptions): Promise<types.Transaction & { id: string }>
  createTransactions(body: Exclude<types.CreateTransactions, { transactions: unknown }>, options?: ChangeOptions): Promise<types.Transaction>
  createTransactions(body: Extract<types.CreateTransactions, { transactions: unknown }>, options?: ChangeOptions): Promise<Extract<types.CreatedTransactions, { data: unknown }>>
  createTransactions(body: types.CreateTransactions, options?: ChangeOptions): Promise<types.CreatedTransactions>
  /** Get a transaction. Needs the `read` scope. `GET /transactions/{id}` */
  getTransaction(id: string, options?: CallOptions): Promise<types.Transaction>
  /** Take a transaction back, by one of the opposite amount. Needs the `write` scope. `POST /transactions/{id}/reverse` */
  reverseTransaction(id: string, body?: types.ReverseTransaction, options?: ChangeOptions): Promise<types.Transaction>
  /** List purchase orders, without their line items. Needs the `read` scope. `GET /orders` */
  listOrders(query?: types.ListOrdersQuery, options?: CallOptions): ListingOf<types.OrderList>
  /** Create a purchase order: ordered at once, or a draft. Needs the `write` scope. `POST /orders` */
  createOrder(body: types.CreateOrder, options?: ChangeOptions): Promise<types.Order>
  /** Get a purchase order. Needs the `read` scope. `GET /orders/{id}` */
  getOrder(id: string, options?: CallOptions): Promise<types.Order>
  /** Update the fields of a draft that are given. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `PUT /orders/{id}` */
  updateOrder(id: string, body?: types.UpdateOrder, options?: ConditionalOptions): Promise<types.Order>
  /** Delete a draft. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `DELETE /orders/{id}` */
  deleteOrder(id: string, options?: ConditionalOptions): Promise<void>
  /** Order what a draft holds. Needs the `write` scope. `POST /orders/{id}/place` */
  placeOrder(id: string, options?: ChangeOptions): Promise<types.Order>
  /** Receive a delivery: the lines named, or everything outstanding. Needs the `write` scope. `POST /orders/{id}/receive` */
  receiveOrder(id: string, body?: types.ReceiveOrder, options?: ChangeOptions): Promise<types.ReceivedOrder>
  /** Cancel an order of which nothing has been received. Needs the `write` scope. `POST /orders/{id}/cancel` */
  cancelOrder(id: string, body?: types.CancelOrder, options?: ChangeOptions): Promise<types.Order>
  /** End an order of which a part has been received. Needs the `write` scope. `POST /orders/{id}/close` */
  closeOrder(id: string, options?: ChangeOptions): Promise<types.Order>
  /** List the receipts of an order, newest first. Needs the `read` scope. `GET /orders/{id}/receipts` */
  listReceipts(id: string, query?: types.ListReceiptsQuery, options?: CallOptions): ListingOf<types.ReceiptList>
  /** List the audit log, newest first, as far back as the plan shows it. Needs the `read` scope. `GET /audit` */
  listAudit(query?: types.ListAuditQuery, options?: CallOptions): ListingOf<types.AuditList>
  /** List snapshots of the inventory, newest first. Needs the `read` scope. `GET /snapshots` */
  listSnapshots(query?: types.ListSnapshotsQuery, options?: CallOptions): ListingOf<types.SnapshotList>
  /** Take a snapshot of all items, as they are at one moment. Needs the `write` scope. `POST /snapshots` */
  createSnapshot(body?: types.CreateSnapshot, options?: ChangeOptions): Promise<types.Snapshot>
  /** Get a snapshot. Needs the `read` scope. `GET /snapshots/{id}` */
  getSnapshot(id: string, options?: CallOptions): Promise<types.Snapshot>
  /** Delete a snapshot. Needs the `write` scope. `DELETE /snapshots/{id}` */
  deleteSnapshot(id: string, options?: ChangeOptions): Promise<void>
  /** List the items of a snapshot, as they were. Needs the `read` scope. `GET /snapshots/{id}/items` */
  listSnapshotItems(id: string, query?: types.ListSnapshotItemsQuery, options?: CallOptions): ListingOf<types.ItemList>
  /** Compare a snapshot with the present: what a restore would do. Needs the `read` scope. `GET /snapshots/{id}/diff` */
  diffSnapshot(id: string, query?: types.DiffSnapshotQuery, options?: CallOptions): ListingOf<types.SnapshotDiff>
  /** Make the inventory what a snapshot holds (replace), or bring back what it holds (merge). Needs the `write` scope. `POST /snapshots/{id}/restore` */
  restoreSnapshot(id: string, body: types.RestoreSnapshot & { dry_run: true }, options?: ChangeOptions): Promise<types.RestoreCounts>
  restoreSnapshot(id: string, body?: types.RestoreSnapshot & { dry_run?: false }, options?: ChangeOptions): Promise<types.Restore>
  restoreSnapshot(id: string, body: types.RestoreSnapshot, options?: ChangeOptions): Promise<types.Restore | types.RestoreCounts>
  /** List restores, newest first. Needs the `read` scope. `GET /restores` */
  listRestores(query?: types.ListRestoresQuery, options?: CallOptions): ListingOf<types.RestoreList>
  /** Get a restore: how far it has come. Needs the `read` scope. `GET /restores/{id}` */
  getRestore(id: string, options?: CallOptions): Promise<types.Restore>
}

export const operations = {
  listItems: { method: 'GET', path: '/items', input: 'query', isList: true },
  createItem: { method: 'POST', path: '/items', input: 'body', isList: false },
  createItems: { method: 'POST', path: '/items/batch', input: 'body', isList: false },
  getItem: { method: 'GET', path: '/items/{id}', input: null, isList: false },
  updateItem: { method: 'PUT', path: '/items/{id}', input: 'body', isList: false },
  deleteItem: { method: 'DELETE', path: '/items/{id}', input: null, isList: false },
  restoreItem: { method: 'POST', path: '/items/{id}/restore', input: 'body', isList: false },
  listTrash: { method: 'GET', path: '/trash', input: 'query', isList: true },
  verifyItem: { method: 'GET', path: '/items/{id}/verify', input: null, isList: false },
  listTransactions: { method: 'GET', path: '/transactions', input: 'query', isList: true },
  createTransactions: { method: 'POST', path: '/transactions', input: 'body', isList: false },
  getTransaction: { method: 'GET', path: '/transactions/{id}', input: null, isList: false },
  reverseTransaction: { method: 'POST', path: '/transactions/{id}/reverse', input: 'body', isList: false },
  listOrders: { method: 'GET', path: '/orders', input: 'query', isList: true },
  createOrder: { method: 'POST', path: '/orders', input: 'body', isList: false },
  getOrder: { method: 'GET', path: '/orders/{id}', input: null, isList: false },
  updateOrder: { method: 'PUT', path: '/orders/{id}', input: 'body', isList: false },
  deleteOrder: { method: 'DELETE', path: '/orders/{id}', input: null, isList: false },
  placeOrder: { method: 'POST', path: '/orders/{id}/place', input: null, isList: false },
  receiveOrder: { method: 'POST', path: '/orders/{id}/receive', input: 'body', isList: false },
  cancelOrder: { method: 'POST', path: '/orders/{id}/cancel', input: 'body', isList: false },
  closeOrder: { method: 'POST', path: '/orders/{id}/close', input: null, isList: false },
  listReceipts: { method: 'GET', path: '/orders/{id}/receipts', input: 'query', isList: true },
  listAudit: { method: 'GET', path: '/audit', input: 'query', isList: true },
  listSnapshots: { method: 'GET', path: '/snapshots', input: 'query', isList: true },
  createSnapshot: { method: 'POST', path: '/snapshots', input: 'body', isList: false },
  getSnapshot: { method: 'GET', path: '/snapshots/{id}', input: null, isList: false },
  deleteSnapshot: { method: 'DELETE', path: '/snapshots/{id}', input: null, isList: false },
  listSnapshotItems: { method: 'GET', path: '/snapshots/{id}/items', input: 'query', isList: true },
  diffSnapshot: { method: 'GET', path: '/snapshots/{id}/diff', input: 'query', isList: true },
  restoreSnapshot: { method: 'POST', path: '/snapshots/{id}/restore', input: 'body', isList: false },
  listRestores: { method: 'GET', path: '/restores', input: 'query', isList: true },
  getRestore: { method: 'GET', path: '/restores/{id}', input: null, isList: false },
} as const

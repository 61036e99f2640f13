// npm run client:generate writes this from openapi/openapi.json.

import type { ListingOf } from '../listing'
import type { CallOptions, ChangeOptions, ConditionalOptions } from '../options'
import type * as types from './types'

export interface Methods {
  /** List items. Lists the items that are not in trash, in the order of their creation unless `sort` names another. Filters combine: an item must meet all of them. `ids` takes up to 100 items at once, and `updated_since` what has changed. An unknown filter or sort is `invalid_request`. Needs the `read` scope. `GET /items` */
  listItems(query?: types.ListItemsQuery, options?: CallOptions): ListingOf<types.ItemList>
  /** Create an item. Creates an item. A quantity becomes the first transaction of its ledger. A SKU that another live item has is `sku_already_exists`. Needs the `write` scope. `POST /items` */
  createItem(body: types.CreateItem, options?: ChangeOptions): Promise<types.Item>
  /** Create or update up to 100 items, each on its own. Creates up to 100 items, or changes those that a row names by `id`. A row with `upsert` changes the item that has its SKU, or makes it. Each row is committed on its own, so read the status of each: the answer is 200 even where rows failed. More rows are `limit_exceeded`. Needs the `write` scope. `POST /items/batch` */
  createItems(body: types.CreateItems, options?: ChangeOptions): Promise<types.CreatedItems>
  /** List the locations that there are. Lists the locations of live items, each with how many have it: those of the most items first, at most 500. `GET /items` takes a `name` as `location`. Needs the `read` scope. `GET /items/locations` */
  listLocations(options?: CallOptions): Promise<types.ValueCounts>
  /** Get an item. Returns one item, with its revision in `ETag`. An item in trash, or of another company, is `item_not_found`. Needs the `read` scope. `GET /items/{id}` */
  getItem(id: string, options?: CallOptions): Promise<types.Item>
  /** Update the fields that are given. Changes the fields that are given; the others stay, and `null` unsets one. A change of `quantity` writes a transaction of the difference; better use `POST /transactions`, which cannot overwrite what others have moved. A taken SKU is `sku_already_exists`. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `PUT /items/{id}` */
  updateItem(id: string, body?: types.UpdateItem, options?: ConditionalOptions): Promise<types.Item>
  /** Move an item to trash. Moves an item to trash, from which it can be restored for 30 days. Its SKU is free again at once, and its history stays. An unknown item is `item_not_found`. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `DELETE /items/{id}` */
  deleteItem(id: string, options?: ConditionalOptions): Promise<void>
  /** Bring an item back from trash. Brings an item back from trash, with its quantity and its history. Where another item has its SKU by now, give a new `sku`, or it is `sku_already_exists`. An item that is live is `not_in_trash`. Needs the `write` scope. `POST /items/{id}/restore` */
  restoreItem(id: string, body?: types.RestoreItem, options?: ChangeOptions): Promise<types.Item>
  /** List the items in trash. Lists deleted items, those deleted last first. `purge_at` says when an item is gone for good. The filters and sorts are those of `GET /items`. Needs the `read` scope. `GET /trash` */
  listTrash(query?: types.ListTrashQuery, options?: CallOptions): ListingOf<types.TrashList>
  /** Add up the ledger of an item, and compare. Adds up all transactions of an item and compares the sum with its quantity. `consistent` is `true` as long as both agree, as they must. It reads all of the ledger, so do not ask for it often. Needs the `read` scope. `GET /items/{id}/verify` */
  verifyItem(id: string, options?: CallOptions): Promise<types.Verification>
  /** List the stock ledger, newest first. Lists movements of stock, newest first. Filters combine; `since` and `until` take times with an offset. A time in the future is `invalid_request`. Needs the `read` scope. `GET /transactions` */
  listTransactions(query?: types.ListTransactionsQuery, options?: CallOptions): ListingOf<types.TransactionList>
  /** Move stock: one transaction, or up to 40 at once, all or none. Moves the stock of an item, or of several with `transactions`: all rows have their effect, or none. Stock that would fall below 0 is `insufficient_stock`, and an item in trash is `item_in_trash`. With `expected_quantity` or `expected_sequence`, an item that others have moved is `version_conflict`. `dry_run` answers 200 with what would happen, and changes nothing. Needs the `write` scope. `POST /transactions` */
  createTransactions(body: Exclude<types.CreateTransactions, { transactions: unknown }> & { dry_run?: false }, options?: ChangeOptions): Promise<types.Transaction & { id: string }>
  createTransactions(body: Exclude<types.CreateTransactions, { transactions: unknown }>, options?: ChangeOptions): Promise<types.Transaction>
  createTransactions(body: Extract<types.CreateTransactions, { transactions: unknown }>, options?: ChangeOptions): Promise<Extract<types.CreatedTransactions, { data: unknown }>>
  createTransactions(body: types.CreateTransactions, options?: ChangeOptions): Promise<types.CreatedTransactions>
  /** List how much stock moved on each day, by type. Lists, for each of the last `days` days of the company, today included, how many movements of each type there were, and how many units came in and went out. A type without movements on a day is left out. Where a long log must be counted first, the answer may be 429 `resource_busy`: what was counted is kept, so send the request again. Needs the `read` scope. `GET /stock/daily` */
  listDailyStock(query?: types.ListDailyStockQuery, options?: CallOptions): Promise<types.DailyStock>
  /** Get a transaction. Returns one movement of stock. A transaction never changes, except that `reversed_by` names the one that took it back. An unknown id is `transaction_not_found`. Needs the `read` scope. `GET /transactions/{id}` */
  getTransaction(id: string, options?: CallOptions): Promise<types.Transaction>
  /** Take a transaction back, by one of the opposite amount. Takes a movement back by a new one of the opposite amount. This happens once: a second time is `invalid_state`, as for movements of orders, first quantities and restores. Where the stock has gone since, it is `insufficient_stock`. Needs the `write` scope. `POST /transactions/{id}/reverse` */
  reverseTransaction(id: string, body?: types.ReverseTransaction, options?: ChangeOptions): Promise<types.Transaction>
  /** List purchase orders, without their line items. Lists purchase orders, newest first, without their line items. `search` finds words in the number, the reference and the supplier; filters combine. `overdue=true` keeps orders whose expected day has passed. Needs the `read` scope. `GET /orders` */
  listOrders(query?: types.ListOrdersQuery, options?: CallOptions): ListingOf<types.OrderList>
  /** Create a purchase order: ordered at once, or a draft. Creates a purchase order with up to 200 lines. It is `ordered` at once, or a draft where `status` is `draft`. A line names an item by `item_id` or `sku`; an unknown one is `item_not_found`, and one in trash is `item_in_trash`. Needs the `write` scope. `POST /orders` */
  createOrder(body: types.CreateOrder, options?: ChangeOptions): Promise<types.Order>
  /** List the suppliers that there are. Lists the names of the suppliers of orders, each with how many have it: those of the most orders first, at most 500. `GET /orders` takes a `name` as `supplier`. Needs the `read` scope. `GET /orders/suppliers` */
  listSuppliers(options?: CallOptions): Promise<types.ValueCounts>
  /** Suggest orders for the items that are low. Suggests orders for the items that are low, and stores nothing: one for each supplier and currency of the last order of each item, or several where there are too many lines. `POST /orders` takes the `supplier`, the `currency`, and of each line the `item_id`, `quantity_ordered` and `unit_cost`. What drafts and open orders have outstanding counts as stock, so nothing is ordered twice. Up to 2 000 low items are looked at, by SKU, and up to 100 orders: `left_out` counts the others. Needs the `read` scope. `POST /orders/suggest` */
  suggestOrders(body?: types.SuggestOrders, options?: ChangeOptions): Promise<types.SuggestedOrders>
  /** Get a purchase order. Returns an order with all its lines, and its revision in `ETag`. An unknown order, or one of another company, is `order_not_found`. Needs the `read` scope. `GET /orders/{id}` */
  getOrder(id: string, options?: CallOptions): Promise<types.Order>
  /** Update the fields of an order that are given. Changes the fields that are given; the others stay. Of a draft, a list of line items replaces the old one. Of an order that is placed, only `expected_at`, `notes`, `location` and the `email`, `phone` and `reference` of the supplier change: another value elsewhere is `invalid_state`, as for an order that has ended. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `PUT /orders/{id}` */
  updateOrder(id: string, body?: types.UpdateOrder, options?: ConditionalOptions): Promise<types.Order>
  /** Delete a draft. Deletes a draft for good. An order that has been placed is `invalid_state`: cancel it, or close it. Needs the `write` scope. With `If-Match`, only the revision that you have seen is changed. `DELETE /orders/{id}` */
  deleteOrder(id: string, options?: ConditionalOptions): Promise<void>
  /** Order what a draft holds. Makes a draft an order that can be received. From then on, its lines cannot be changed. An order in another state is `invalid_state`. Needs the `write` scope. `POST /orders/{id}/place` */
  placeOrder(id: string, options?: ChangeOptions): Promise<types.Order>
  /** Receive a delivery: the lines named, or everything outstanding. Books a delivery: accepted quantities reach stock, rejected ones stay outstanding. Without `lines`, everything outstanding is received. More than is outstanding is `over_receipt` unless `allow_over_receipt` is `true`. More than 45 lines at once are `limit_exceeded`. Needs the `write` scope. `POST /orders/{id}/receive` */
  receiveOrder(id: string, body?: types.ReceiveOrder, options?: ChangeOptions): Promise<types.ReceivedOrder>
  /** Cancel an order of which nothing has been received. Ends an order of which nothing has been received, or a draft. Where something has been received, it is `invalid_state`: close the order in place of it. Needs the `write` scope. `POST /orders/{id}/cancel` */
  cancelOrder(id: string, body?: types.CancelOrder, options?: ChangeOptions): Promise<types.Order>
  /** End an order of which a part has been received. Ends an order of which a part has been received. What is outstanding counts as cancelled, and stock does not change. An order in another state is `invalid_state`. Needs the `write` scope. `POST /orders/{id}/close` */
  closeOrder(id: string, options?: ChangeOptions): Promise<types.Order>
  /** Take a delivery back. Takes a delivery back, once, while the order is `partially_received` or `received`. What was accepted leaves stock, and the order becomes what its other receipts say. Where the stock has gone since, it is `insufficient_stock`. Needs the `write` scope. `POST /orders/{id}/receipts/{receipt_id}/reverse` */
  reverseReceipt(id: string, receiptId: string, options?: ChangeOptions): Promise<types.ReceivedOrder>
  /** List the receipts of an order, newest first. Lists the deliveries of an order, newest first. Each has what was accepted and rejected, line by line. An unknown order is `order_not_found`. Needs the `read` scope. `GET /orders/{id}/receipts` */
  listReceipts(id: string, query?: types.ListReceiptsQuery, options?: CallOptions): ListingOf<types.ReceiptList>
  /** List the audit log, newest first, as far back as the plan shows it. Lists changes, newest first: who changed which fields, and when. Filters combine; `since` is exclusive. Entries outlive what was changed, and the plan says how far back they are shown. Needs the `read` scope. `GET /audit` */
  listAudit(query?: types.ListAuditQuery, options?: CallOptions): ListingOf<types.AuditList>
  /** List what has happened, oldest first: a feed that skips nothing. Lists every change, oldest first, once: to go on, send the `cursor` of the answer as `after`. It ends 15 seconds ago, since changes may still be under way after that. A page without rows moves the cursor, too; with `types`, it may be empty while `has_more` is `true`. What the plan does not show any more is `cursor_expired`. Needs the `read` scope. `GET /events` */
  listEvents(query?: types.ListEventsQuery, options?: CallOptions): Promise<types.EventList>
  /** List snapshots of the inventory, newest first. Lists snapshots, newest first, without their items. Those of type `automatic` and `pre_restore` are taken by the service itself. Filters combine. Needs the `read` scope. `GET /snapshots` */
  listSnapshots(query?: types.ListSnapshotsQuery, options?: CallOptions): ListingOf<types.SnapshotList>
  /** Take a snapshot of all items, as they are at one moment. Keeps all live items as they are at one moment, while others go on to change them. The plan says how many a company may take on a day; one more is `plan_limit_reached`. Needs the `write` scope. `POST /snapshots` */
  createSnapshot(body?: types.CreateSnapshot, options?: ChangeOptions): Promise<types.Snapshot>
  /** Get a snapshot. Returns the name, time and size of a snapshot, without its items. An unknown snapshot is `snapshot_not_found`. Needs the `read` scope. `GET /snapshots/{id}` */
  getSnapshot(id: string, options?: CallOptions): Promise<types.Snapshot>
  /** Delete a snapshot. Deletes a snapshot for good; the inventory does not change. One that is still being taken is `invalid_state`. An unknown snapshot is `snapshot_not_found`. Needs the `write` scope. `DELETE /snapshots/{id}` */
  deleteSnapshot(id: string, options?: ChangeOptions): Promise<void>
  /** List the items of a snapshot, as they were. Lists the items of a snapshot as they were when it was taken. The filters and sorts are those of `GET /items`. An unknown snapshot is `snapshot_not_found`. Needs the `read` scope. `GET /snapshots/{id}/items` */
  listSnapshotItems(id: string, query?: types.ListSnapshotItemsQuery, options?: CallOptions): ListingOf<types.ItemList>
  /** Compare a snapshot with the present: what a restore would do. Compares the items of a snapshot with those of the present, field by field. It lists what a restore would bring back, change or move to trash, and changes nothing. An unknown snapshot is `snapshot_not_found`. Needs the `read` scope. `GET /snapshots/{id}/diff` */
  diffSnapshot(id: string, query?: types.DiffSnapshotQuery, options?: CallOptions): ListingOf<types.SnapshotDiff>
  /** Make the inventory what a snapshot holds (replace), or bring back what it holds (merge). Brings back what a snapshot holds. `replace` also moves later items to trash, `merge` leaves them. `dry_run` answers 200 with the counts, and changes nothing. A large restore goes on after the answer: ask `GET /restores/{id}` until it is no longer `running`. Needs the `write` scope. `POST /snapshots/{id}/restore` */
  restoreSnapshot(id: string, body: types.RestoreSnapshot & { dry_run: true }, options?: ChangeOptions): Promise<types.RestoreCounts>
  restoreSnapshot(id: string, body?: types.RestoreSnapshot & { dry_run?: false }, options?: ChangeOptions): Promise<types.Restore>
  restoreSnapshot(id: string, body: types.RestoreSnapshot, options?: ChangeOptions): Promise<types.Restore | types.RestoreCounts>
  /** List restores, newest first. Lists restores, newest first. Each says which snapshot it restores, and how far it has come. Needs the `read` scope. `GET /restores` */
  listRestores(query?: types.ListRestoresQuery, options?: CallOptions): ListingOf<types.RestoreList>
  /** Get a restore: how far it has come. Returns the state and the counts of a restore. Ask every few seconds while it is `running`. An unknown restore is `restore_not_found`. Needs the `read` scope. `GET /restores/{id}` */
  getRestore(id: string, options?: CallOptions): Promise<types.Restore>
  /** List webhooks, newest first. Lists webhooks, newest first, without their secrets. A company has at most ten. Needs the `webhooks` and the `read` scope. `GET /webhooks` */
  listWebhooks(query?: types.ListWebhooksQuery, options?: CallOptions): ListingOf<types.WebhookList>
  /** Create a webhook: the answer has its secret. Creates a webhook: from now on, events of these types are sent to its `url`. The answer has the `secret` by which to verify what arrives; it is not shown again. An address that is not public is `invalid_request`. A company has at most ten webhooks; one more is `limit_exceeded`. Needs the `webhooks` and the `read` scope. `POST /webhooks` */
  createWebhook(body: types.CreateWebhook, options?: ChangeOptions): Promise<types.WebhookWithSecret>
  /** Get a webhook. Returns a webhook, without its secret. An unknown webhook, or one of another company, is `webhook_not_found`. Needs the `webhooks` and the `read` scope. `GET /webhooks/{id}` */
  getWebhook(id: string, options?: CallOptions): Promise<types.Webhook>
  /** Update the fields of a webhook that are given. Changes the fields that are given; the others stay. With `status`, a webhook is disabled, or becomes active again after it was disabled: then its failures are forgotten. Events of the time between are not sent. An unknown webhook is `webhook_not_found`. Needs the `webhooks` and the `read` scope. `PUT /webhooks/{id}` */
  updateWebhook(id: string, body?: types.UpdateWebhook, options?: ChangeOptions): Promise<types.Webhook>
  /** Delete a webhook. Deletes a webhook for good, with its secret. What is under way to it is not sent again. An unknown webhook is `webhook_not_found`. Needs the `webhooks` and the `read` scope. `DELETE /webhooks/{id}` */
  deleteWebhook(id: string, options?: ChangeOptions): Promise<void>
  /** Give a webhook a new secret. Gives a webhook a new secret, which only this answer shows. For 24 hours, what is sent is signed with both, so that the receiver can change over in peace. An unknown webhook is `webhook_not_found`. Needs the `webhooks` and the `read` scope. `POST /webhooks/{id}/rotate-secret` */
  rotateWebhookSecret(id: string, options?: ChangeOptions): Promise<types.WebhookWithSecret>
  /** Send an event of the type webhook.test. Sends an event of the type `webhook.test`, whatever types the webhook asks for. The answer is the delivery; the list of deliveries says what became of it. A disabled webhook is `invalid_state`. Needs the `webhooks` and the `read` scope. `POST /webhooks/{id}/test` */
  testWebhook(id: string, options?: ChangeOptions): Promise<types.Delivery>
  /** List the deliveries of 30 days, newest first. Lists what was sent to a webhook, or is to be sent, newest first, with each attempt. Deliveries are kept for 30 days; of a busy webhook, the newest 10,000 are looked at. Filters combine. An unknown webhook is `webhook_not_found`. Needs the `webhooks` and the `read` scope. `GET /webhooks/{id}/deliveries` */
  listDeliveries(id: string, query?: types.ListDeliveriesQuery, options?: CallOptions): ListingOf<types.DeliveryList>
  /** Send an event once more. Sends the event of a delivery once more, by a new delivery, whatever became of the first. The event is the same, with the same id. An unknown delivery is `delivery_not_found`, and a disabled webhook `invalid_state`. Needs the `webhooks` and the `read` scope. `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver` */
  redeliver(id: string, deliveryId: string, options?: ChangeOptions): Promise<types.Delivery>
  /** Get the account: the company, yourself, limits and totals. Returns what a person sees first: the company, the person itself, the limits of its plan and what is used of them, and totals of the stock. For people, in any role. Needs the `account` scope. `GET /account` */
  getAccount(options?: CallOptions): Promise<types.Account>
  /** Update the name or the time zone of the company. Changes the name or the time zone of the company, for owners. Days that are over stay as they were cut; the day under way goes on until the next one begins in the new zone. A time zone stays for 30 days: else it is `invalid_state`. Needs the `manage` scope. `PUT /account` */
  updateAccount(body?: types.UpdateCompany, options?: ChangeOptions): Promise<types.Company>
  /** List the open invitations to your address. Lists who invites the address of the ID token, the latest first. The token must be of the subject of the access token, with an address that is verified: else it is `invalid_request`. A subject has 10 requests a minute here. Needs the `account` scope. `POST /account/invitations` */
  listInvitations(body: types.ListInvitations, options?: ChangeOptions): Promise<types.InvitationList>
  /** Accept an invitation: from then on you are a person of the company. Accepts an invitation to the address of the ID token: from the next request on, you are a person of its company. The token must be of the subject of the access token, with an address that is verified: else it is `invalid_request`. An invitation that is not open is `invalid_state`, as any is where you belong to a company already. A subject has 10 requests a minute here. Needs the `account` scope. `POST /account/link` */
  linkAccount(body: types.LinkAccount, options?: ChangeOptions): Promise<types.Person>
  /** List how many requests there were on each day. Lists how many requests each key and each person has sent on each of the last `days` UTC days, today included. Usage is kept for 90 days. For people, in any role. Needs the `account` scope. `GET /usage` */
  getUsage(query?: types.GetUsageQuery, options?: CallOptions): Promise<types.Usage>
  /** List API keys, newest first. Lists the API keys of the company, newest first, revoked ones included. Nobody sees their secrets. For owners. Needs the `manage` scope. `GET /keys` */
  listKeys(query?: types.ListKeysQuery, options?: CallOptions): ListingOf<types.ApiKeyList>
  /** Create an API key: the answer has its secret. Creates an API key: only this answer has its secret, `key`. For `active_in` seconds at most, a request with it may be 401. A company has at most 250 keys that can be used; one more is `limit_exceeded`. For owners. Needs the `manage` scope. `POST /keys` */
  createKey(body?: types.CreateApiKey, options?: ChangeOptions): Promise<types.ApiKeyWithSecret>
  /** Rename an API key. Gives an API key another name. An unknown key is `key_not_found`. For owners. Needs the `manage` scope. `PUT /keys/{id}` */
  updateKey(id: string, body?: types.UpdateApiKey, options?: ChangeOptions): Promise<types.ApiKey>
  /** Revoke an API key. Revokes an API key for good: its next request is refused. It stays in the list. An unknown key is `key_not_found`. For owners. Needs the `manage` scope. `DELETE /keys/{id}` */
  revokeKey(id: string, options?: ChangeOptions): Promise<void>
  /** List people, newest first. Lists the people of the company, newest first, invitations included. For owners. Needs the `manage` scope. `GET /people` */
  listPeople(query?: types.ListPeopleQuery, options?: CallOptions): ListingOf<types.PeopleList>
  /** Invite a person, for seven days. Invites a person by e-mail, who accepts on the dashboard within seven days. The answer is the same whether or not the address is known elsewhere. An address at which the company has a person or an open invitation is `invalid_request`; more people than the plan has, with open invitations, or more than 50 invitations on a day, are `limit_exceeded`. For owners. Needs the `manage` scope. `POST /people` */
  invitePerson(body: types.InvitePerson, options?: ChangeOptions): Promise<types.Person>
  /** Update a person. Changes the name or the role of a person, for owners, which acts on the next request; or `alerts`, for the person itself, in any role. A field that is sent as it is changes nothing. The last owner who has accepted stays an owner: `invalid_state`. An unknown person is `person_not_found`. Needs the `account` scope. `PUT /people/{id}` */
  updatePerson(id: string, body?: types.UpdatePerson, options?: ChangeOptions): Promise<types.Person>
  /** Remove a person, or leave. Removes a person, takes an invitation back, or leaves, where the person is oneself: the next request of the person is refused. Where the person has made keys that work, `keys` must say what becomes of them, or it is `invalid_state`, as for the last owner who has accepted. An unknown person is `person_not_found`. For owners, and for oneself in any role. Needs the `account` scope. `DELETE /people/{id}` */
  removePerson(id: string, query?: types.RemovePersonQuery, options?: ChangeOptions): Promise<void>
  /** End all sessions of a person. Ends all sessions of a person, on whatever device: tokens of sign-ins until this second are refused from the next request on. Can be repeated. For owners; for oneself, in any role. An unknown person is `person_not_found`. Needs the `account` scope. `POST /people/{id}/sign-out` */
  signOutPerson(id: string, options?: ChangeOptions): Promise<void>
  /** List what changed about who may do what, newest first. Lists changes of people, keys, webhooks and the company, newest first: who has changed what about whom, and when. Filters combine; `since` is exclusive. It goes back as far as the audit log. For owners. Needs the `manage` scope. `GET /access-log` */
  listAccessLog(query?: types.ListAccessLogQuery, options?: CallOptions): ListingOf<types.AccessList>
}

export const operations = {
  listItems: { method: 'GET', path: '/items', input: 'query', isList: true },
  createItem: { method: 'POST', path: '/items', input: 'body', isList: false },
  createItems: { method: 'POST', path: '/items/batch', input: 'body', isList: false },
  listLocations: { method: 'GET', path: '/items/locations', input: null, isList: false },
  getItem: { method: 'GET', path: '/items/{id}', input: null, isList: false },
  updateItem: { method: 'PUT', path: '/items/{id}', input: 'body', isList: false },
  deleteItem: { method: 'DELETE', path: '/items/{id}', input: null, isList: false },
  restoreItem: { method: 'POST', path: '/items/{id}/restore', input: 'body', isList: false },
  listTrash: { method: 'GET', path: '/trash', input: 'query', isList: true },
  verifyItem: { method: 'GET', path: '/items/{id}/verify', input: null, isList: false },
  listTransactions: { method: 'GET', path: '/transactions', input: 'query', isList: true },
  createTransactions: { method: 'POST', path: '/transactions', input: 'body', isList: false },
  listDailyStock: { method: 'GET', path: '/stock/daily', input: 'query', isList: false },
  getTransaction: { method: 'GET', path: '/transactions/{id}', input: null, isList: false },
  reverseTransaction: { method: 'POST', path: '/transactions/{id}/reverse', input: 'body', isList: false },
  listOrders: { method: 'GET', path: '/orders', input: 'query', isList: true },
  createOrder: { method: 'POST', path: '/orders', input: 'body', isList: false },
  listSuppliers: { method: 'GET', path: '/orders/suppliers', input: null, isList: false },
  suggestOrders: { method: 'POST', path: '/orders/suggest', input: 'body', isList: false },
  getOrder: { method: 'GET', path: '/orders/{id}', input: null, isList: false },
  updateOrder: { method: 'PUT', path: '/orders/{id}', input: 'body', isList: false },
  deleteOrder: { method: 'DELETE', path: '/orders/{id}', input: null, isList: false },
  placeOrder: { method: 'POST', path: '/orders/{id}/place', input: null, isList: false },
  receiveOrder: { method: 'POST', path: '/orders/{id}/receive', input: 'body', isList: false },
  cancelOrder: { method: 'POST', path: '/orders/{id}/cancel', input: 'body', isList: false },
  closeOrder: { method: 'POST', path: '/orders/{id}/close', input: null, isList: false },
  reverseReceipt: { method: 'POST', path: '/orders/{id}/receipts/{receipt_id}/reverse', input: null, isList: false },
  listReceipts: { method: 'GET', path: '/orders/{id}/receipts', input: 'query', isList: true },
  listAudit: { method: 'GET', path: '/audit', input: 'query', isList: true },
  listEvents: { method: 'GET', path: '/events', input: 'query', isList: false },
  listSnapshots: { method: 'GET', path: '/snapshots', input: 'query', isList: true },
  createSnapshot: { method: 'POST', path: '/snapshots', input: 'body', isList: false },
  getSnapshot: { method: 'GET', path: '/snapshots/{id}', input: null, isList: false },
  deleteSnapshot: { method: 'DELETE', path: '/snapshots/{id}', input: null, isList: false },
  listSnapshotItems: { method: 'GET', path: '/snapshots/{id}/items', input: 'query', isList: true },
  diffSnapshot: { method: 'GET', path: '/snapshots/{id}/diff', input: 'query', isList: true },
  restoreSnapshot: { method: 'POST', path: '/snapshots/{id}/restore', input: 'body', isList: false },
  listRestores: { method: 'GET', path: '/restores', input: 'query', isList: true },
  getRestore: { method: 'GET', path: '/restores/{id}', input: null, isList: false },
  listWebhooks: { method: 'GET', path: '/webhooks', input: 'query', isList: true },
  createWebhook: { method: 'POST', path: '/webhooks', input: 'body', isList: false },
  getWebhook: { method: 'GET', path: '/webhooks/{id}', input: null, isList: false },
  updateWebhook: { method: 'PUT', path: '/webhooks/{id}', input: 'body', isList: false },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}', input: null, isList: false },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret', input: null, isList: false },
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test', input: null, isList: false },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries', input: 'query', isList: true },
  redeliver: { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver', input: null, isList: false },
  getAccount: { method: 'GET', path: '/account', input: null, isList: false },
  updateAccount: { method: 'PUT', path: '/account', input: 'body', isList: false },
  listInvitations: { method: 'POST', path: '/account/invitations', input: 'body', isList: false },
  linkAccount: { method: 'POST', path: '/account/link', input: 'body', isList: false },
  getUsage: { method: 'GET', path: '/usage', input: 'query', isList: false },
  listKeys: { method: 'GET', path: '/keys', input: 'query', isList: true },
  createKey: { method: 'POST', path: '/keys', input: 'body', isList: false },
  updateKey: { method: 'PUT', path: '/keys/{id}', input: 'body', isList: false },
  revokeKey: { method: 'DELETE', path: '/keys/{id}', input: null, isList: false },
  listPeople: { method: 'GET', path: '/people', input: 'query', isList: true },
  invitePerson: { method: 'POST', path: '/people', input: 'body', isList: false },
  updatePerson: { method: 'PUT', path: '/people/{id}', input: 'body', isList: false },
  removePerson: { method: 'DELETE', path: '/people/{id}', input: 'query', isList: false },
  signOutPerson: { method: 'POST', path: '/people/{id}/sign-out', input: null, isList: false },
  listAccessLog: { method: 'GET', path: '/access-log', input: 'query', isList: true },
} as const

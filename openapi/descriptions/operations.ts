import type { RouteId } from '../../functions/routes'

/** What each operation does, its rules and its typical errors. The scope that it needs is added. */
export const operationDescriptions: { [id in Exclude<RouteId, 'not-found'>]: string } = {
  'list-items':
    'Lists the items that are not in trash, in the order of their creation unless `sort` names another. Filters combine: an item must meet all of them. `ids` takes up to 100 items at once, and `updated_since` what has changed. An unknown filter or sort is `invalid_request`.',
  'create-item':
    'Creates an item. A quantity becomes the first transaction of its ledger. A SKU that another live item has is `sku_already_exists`.',
  'create-items':
    'Creates up to 100 items, or changes those that a row names by `id`. A row with `upsert` changes the item that has its SKU, or makes it. Each row is committed on its own, so read the status of each: the answer is 200 even where rows failed. More rows are `limit_exceeded`.',
  'get-item':
    'Returns one item, with its revision in `ETag`. An item in trash, or of another company, is `item_not_found`.',
  'update-item':
    'Changes the fields that are given; the others stay, and `null` unsets one. A change of `quantity` writes a transaction of the difference; better use `POST /transactions`, which cannot overwrite what others have moved. A taken SKU is `sku_already_exists`.',
  'delete-item':
    'Moves an item to trash, from which it can be restored for 30 days. Its SKU is free again at once, and its history stays. An unknown item is `item_not_found`.',
  'restore-item':
    'Brings an item back from trash, with its quantity and its history. Where another item has its SKU by now, give a new `sku`, or it is `sku_already_exists`. An item that is live is `not_in_trash`.',
  'list-locations':
    'Lists the locations of live items, each with how many have it: those of the most items first, at most 500. `GET /items` takes a `name` as `location`.',
  'list-trash':
    'Lists deleted items, those deleted last first. `purge_at` says when an item is gone for good. The filters and sorts are those of `GET /items`.',
  'verify-item':
    'Adds up all transactions of an item and compares the sum with its quantity. `consistent` is `true` as long as both agree, as they must. It reads all of the ledger, so do not ask for it often.',
  'list-transactions':
    'Lists movements of stock, newest first. Filters combine; `since` and `until` take times with an offset. A time in the future is `invalid_request`.',
  'list-daily-stock':
    'Lists, for each of the last `days` days of the company, today included, how many movements of each type there were, and how many units came in and went out. A type without movements on a day is left out. Where a long log must be counted first, the answer may be 429 `resource_busy`: what was counted is kept, so send the request again.',
  'create-transactions':
    'Moves the stock of an item, or of several with `transactions`: all rows have their effect, or none. Stock that would fall below 0 is `insufficient_stock`, and an item in trash is `item_in_trash`. With `expected_quantity` or `expected_sequence`, an item that others have moved is `version_conflict`. `dry_run` answers 200 with what would happen, and changes nothing.',
  'get-transaction':
    'Returns one movement of stock. A transaction never changes, except that `reversed_by` names the one that took it back. An unknown id is `transaction_not_found`.',
  'reverse-transaction':
    'Takes a movement back by a new one of the opposite amount. This happens once: a second time is `invalid_state`, as for movements of orders, first quantities and restores. Where the stock has gone since, it is `insufficient_stock`.',
  'list-orders':
    'Lists purchase orders, newest first, without their line items. `search` finds words in the number, the reference and the supplier; filters combine. `overdue=true` keeps orders whose expected day has passed.',
  'list-suppliers':
    'Lists the names of the suppliers of orders, each with how many have it: those of the most orders first, at most 500. `GET /orders` takes a `name` as `supplier`.',
  'create-order':
    'Creates a purchase order with up to 200 lines. It is `ordered` at once, or a draft where `status` is `draft`. A line names an item by `item_id` or `sku`; an unknown one is `item_not_found`, and one in trash is `item_in_trash`.',
  'suggest-orders':
    'Suggests orders for the items that are low, and stores nothing: one for each supplier and currency of the last order of each item, or several where there are too many lines. `POST /orders` takes the `supplier`, the `currency`, and of each line the `item_id`, `quantity_ordered` and `unit_cost`. What drafts and open orders have outstanding counts as stock, so nothing is ordered twice. Up to 2 000 low items are looked at, by SKU, and up to 100 orders: `left_out` counts the others.',
  'get-order':
    'Returns an order with all its lines, and its revision in `ETag`. An unknown order, or one of another company, is `order_not_found`.',
  'update-order':
    'Changes the fields that are given; the others stay. Of a draft, a list of line items replaces the old one. Of an order that is placed, only `expected_at`, `notes`, `location` and the `email`, `phone` and `reference` of the supplier change: another value elsewhere is `invalid_state`, as for an order that has ended.',
  'delete-order': 'Deletes a draft for good. An order that has been placed is `invalid_state`: cancel it, or close it.',
  'place-order':
    'Makes a draft an order that can be received. From then on, its lines cannot be changed. An order in another state is `invalid_state`.',
  'receive-order':
    'Books a delivery: accepted quantities reach stock, rejected ones stay outstanding. Without `lines`, everything outstanding is received. More than is outstanding is `over_receipt` unless `allow_over_receipt` is `true`. More than 45 lines at once are `limit_exceeded`.',
  'reverse-receipt':
    'Takes a delivery back, once, while the order is `partially_received` or `received`. What was accepted leaves stock, and the order becomes what its other receipts say. Where the stock has gone since, it is `insufficient_stock`.',
  'cancel-order':
    'Ends an order of which nothing has been received, or a draft. Where something has been received, it is `invalid_state`: close the order in place of it.',
  'close-order':
    'Ends an order of which a part has been received. What is outstanding counts as cancelled, and stock does not change. An order in another state is `invalid_state`.',
  'list-receipts':
    'Lists the deliveries of an order, newest first. Each has what was accepted and rejected, line by line. An unknown order is `order_not_found`.',
  'list-audit':
    'Lists changes, newest first: who changed which fields, and when. Filters combine; `since` is exclusive. Entries outlive what was changed, and the plan says how far back they are shown.',
  'list-events':
    'Lists every change, oldest first, once: to go on, send the `cursor` of the answer as `after`. It ends 15 seconds ago, since changes may still be under way after that. A page without rows moves the cursor, too; with `types`, it may be empty while `has_more` is `true`. What the plan does not show any more is `cursor_expired`.',
  'list-snapshots':
    'Lists snapshots, newest first, without their items. Those of type `automatic` and `pre_restore` are taken by the service itself. Filters combine.',
  'create-snapshot':
    'Keeps all live items as they are at one moment, while others go on to change them. The plan says how many a company may take on a day; one more is `plan_limit_reached`.',
  'get-snapshot':
    'Returns the name, time and size of a snapshot, without its items. An unknown snapshot is `snapshot_not_found`.',
  'delete-snapshot':
    'Deletes a snapshot for good; the inventory does not change. One that is still being taken is `invalid_state`. An unknown snapshot is `snapshot_not_found`.',
  'list-snapshot-items':
    'Lists the items of a snapshot as they were when it was taken. The filters and sorts are those of `GET /items`. An unknown snapshot is `snapshot_not_found`.',
  'diff-snapshot':
    'Compares the items of a snapshot with those of the present, field by field. It lists what a restore would bring back, change or move to trash, and changes nothing. An unknown snapshot is `snapshot_not_found`.',
  'restore-snapshot':
    'Brings back what a snapshot holds. `replace` also moves later items to trash, `merge` leaves them. `dry_run` answers 200 with the counts, and changes nothing. A large restore goes on after the answer: ask `GET /restores/{id}` until it is no longer `running`.',
  'list-restores': 'Lists restores, newest first. Each says which snapshot it restores, and how far it has come.',
  'get-restore':
    'Returns the state and the counts of a restore. Ask every few seconds while it is `running`. An unknown restore is `restore_not_found`.',
  'list-webhooks': 'Lists webhooks, newest first, without their secrets. A company has at most ten.',
  'create-webhook':
    'Creates a webhook: from now on, events of these types are sent to its `url`. The answer has the `secret` by which to verify what arrives; it is not shown again. An address that is not public is `invalid_request`. A company has at most ten webhooks; one more is `limit_exceeded`.',
  'get-webhook':
    'Returns a webhook, without its secret. An unknown webhook, or one of another company, is `webhook_not_found`.',
  'update-webhook':
    'Changes the fields that are given; the others stay. With `status`, a webhook is disabled, or becomes active again after it was disabled: then its failures are forgotten. Events of the time between are not sent. An unknown webhook is `webhook_not_found`.',
  'delete-webhook':
    'Deletes a webhook for good, with its secret. What is under way to it is not sent again. An unknown webhook is `webhook_not_found`.',
  'rotate-webhook-secret':
    'Gives a webhook a new secret, which only this answer shows. For 24 hours, what is sent is signed with both, so that the receiver can change over in peace. An unknown webhook is `webhook_not_found`.',
  'test-webhook':
    'Sends an event of the type `webhook.test`, whatever types the webhook asks for. The answer is the delivery; the list of deliveries says what became of it. A disabled webhook is `invalid_state`.',
  'list-deliveries':
    'Lists what was sent to a webhook, or is to be sent, newest first, with each attempt. Deliveries are kept for 30 days; of a busy webhook, the newest 10,000 are looked at. Filters combine. An unknown webhook is `webhook_not_found`.',
  redeliver:
    'Sends the event of a delivery once more, by a new delivery, whatever became of the first. The event is the same, with the same id. An unknown delivery is `delivery_not_found`, and a disabled webhook `invalid_state`.',
  'get-account':
    'Returns what a person sees first: the company, the person itself, the limits of its plan and what is used of them, and totals of the stock. For people, in any role.',
  'update-account':
    'Changes the name or the time zone of the company, for owners. Days that are over stay as they were cut; the day under way goes on until the next one begins in the new zone. A time zone stays for 30 days: else it is `invalid_state`.',
  'list-invitations':
    'Lists who invites the address of the ID token, the latest first. The token must be of the subject of the access token, with an address that is verified: else it is `invalid_request`. A subject has 10 requests a minute here.',
  'link-account':
    'Accepts an invitation to the address of the ID token: from the next request on, you are a person of its company. The token must be of the subject of the access token, with an address that is verified: else it is `invalid_request`. An invitation that is not open is `invalid_state`, as any is where you belong to a company already. A subject has 10 requests a minute here.',
  'get-usage':
    'Lists how many requests each key and each person has sent on each of the last `days` UTC days, today included. Usage is kept for 90 days. For people, in any role.',
  'list-keys':
    'Lists the API keys of the company, newest first, revoked ones included. Nobody sees their secrets. For owners.',
  'create-key':
    'Creates an API key: only this answer has its secret, `key`. For `active_in` seconds at most, a request with it may be 401. A company has at most 250 keys that can be used; one more is `limit_exceeded`. For owners.',
  'update-key': 'Gives an API key another name. An unknown key is `key_not_found`. For owners.',
  'revoke-key':
    'Revokes an API key for good: its next request is refused. It stays in the list. An unknown key is `key_not_found`. For owners.',
  'list-access-log':
    'Lists changes of people, keys, webhooks and the company, newest first: who has changed what about whom, and when. Filters combine; `since` is exclusive. It goes back as far as the audit log. For owners.',
  'list-people': 'Lists the people of the company, newest first, invitations included. For owners.',
  'invite-person':
    'Invites a person by e-mail, who accepts on the dashboard within seven days. The answer is the same whether or not the address is known elsewhere. An address at which the company has a person or an open invitation is `invalid_request`; more people than the plan has, with open invitations, or more than 50 invitations on a day, are `limit_exceeded`. For owners.',
  'update-person':
    'Changes the name or the role of a person, for owners, which acts on the next request; or `alerts`, for the person itself, in any role. A field that is sent as it is changes nothing. The last owner who has accepted stays an owner: `invalid_state`. An unknown person is `person_not_found`.',
  'sign-out-person':
    'Ends all sessions of a person, on whatever device: tokens of sign-ins until this second are refused from the next request on. Can be repeated. For owners; for oneself, in any role. An unknown person is `person_not_found`.',
  'remove-person':
    'Removes a person, takes an invitation back, or leaves, where the person is oneself: the next request of the person is refused. Where the person has made keys that work, `keys` must say what becomes of them, or it is `invalid_state`, as for the last owner who has accepted. An unknown person is `person_not_found`. For owners, and for oneself in any role.',
}

/** What parameters of paths and queries mean: the same wherever they stand. */
export const parameterDescriptions = {
  id: 'The id of the object in the path.',
  limit: 'How many rows a page has at most.',
  offset: 'How many rows are before the page.',
  sort: 'The field by which rows are sorted; with `-` in front, in descending order. Null comes last.',
  search:
    'Rows that have each of the words, at most eight, in any order. Case, accents and look-alikes (`ł`, `ß`, `×`, quotes, dashes) do not matter.',
  location: 'Rows with exactly this location.',
  sku: 'The item with exactly this SKU.',
  barcode: 'Items with exactly this barcode.',
  days: 'How many UTC days, with today: at most 90.',
  keys: 'What becomes of the keys that the person has made: `revoke` (for owners alone), or `keep`.',
  low_stock: 'With `true`, items whose quantity is below their reorder point. With `false`, all.',
  out_of_stock: 'With `true`, items without a unit. With `false`, all.',
  has_reorder_point: 'With `false`, items without a reorder point. With `true`, all.',
  updated_since: 'Items that were created or changed after this time.',
  ids: 'Up to 100 ids, separated by commas: the items with these ids. An id without an item selects nothing.',
  delivery_id: 'The id of the delivery in the path.',
  receipt_id: 'The id of the receipt in the path.',
  event_id: 'Deliveries of this event.',
  item_id: 'What belongs to this item.',
  order_id: 'What belongs to this purchase order.',
  user_id: 'What this user has done.',
  actor_id: 'What this person or this key has done; `command-line`: the operators of the service.',
  type: 'Rows of this type.',
  action: 'Entries of this action.',
  status: 'Rows in this state.',
  supplier: 'Orders from the supplier with exactly this name.',
  overdue: 'With `true`, orders that are expected before today (UTC) and are not received. With `false`, all.',
  since: 'What happened after this time.',
  after: 'The `cursor` of the page before.',
  types:
    'Types of events, separated by commas; `item.*` has all types of items. One or more of those in `webhooks` of this document.',
  until: 'What happened up to this time. It must not be in the future.',
  resource_type: 'Entries of this kind of object.',
  resource_id: 'Entries of this object.',
}

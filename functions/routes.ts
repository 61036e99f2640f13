import type * as z from 'zod'
import * as account from './contract/account'
import * as apiKey from './contract/api-key'
import * as audit from './contract/audit'
import * as event from './contract/event'
import * as item from './contract/item'
import * as order from './contract/order'
import * as person from './contract/person'
import * as receipt from './contract/receipt'
import * as restore from './contract/restore'
import type { NameField } from './contract/row-fields'
import * as snapshot from './contract/snapshot'
import * as suggestion from './contract/suggestion'
import * as transaction from './contract/transaction'
import * as webhook from './contract/webhook'
import type { Scope } from './domain/companies/caller'
import type { RefusalCode } from './domain/errors'

type Schemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** True where every field of the body is optional, so that the body may be left out. */
  bodyOptional?: boolean
  /** True where `If-Match` makes the change conditional. */
  takesIfMatch?: boolean
  /** True where a read may write or start work. Such a read is counted before it runs. */
  startsWork?: boolean
  /** The error code of the 404 for an id that cannot exist. */
  missing?: RefusalCode
  /** Error codes that not every route of its kind has. */
  refuses?: readonly RefusalCode[]
  /** The schema of the answer to a `dry_run`, whose status is 200. */
  dryRunReply?: z.ZodType
  /** Where what a 201 creates is found, by its id, if that is not below the route's own path. Null: nowhere. */
  creates?: `/${string}` | null
  /** True where the route is absent from a stack without events. */
  needsEvents?: boolean
  /** True where the route is absent from a stack at which nobody signs in. */
  needsPeople?: boolean
  /** Names a part of a row of the body. Set where operations refuse rows. */
  nameField?(body: unknown): NameField
}

type Unnamed = Schemas & {
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY'
  /** The path below `/v1`, in API Gateway's notation. */
  path: `/${string}`
  /** The scope that the key needs, or null where any valid key will do. */
  scope: Scope | null
} & Success

/** The status and the schema of a success, or a status without a body. `not-found` has no success. */
type Success = { status: 200 | 201; reply: z.ZodType } | { status: 204 | null; reply?: never }

/** One route of the API. The stack, the reference, the tests and the route's handler (`handlers/<id>.ts`) use it. */
export type Route = Unnamed & { id: string }

type Answering = Schemas & { reply: z.ZodType }
type Path = `/${string}`

/** Of most routes. Some name another scope. */
const usual: { [Use in 'read' | 'write']: Scope } = { read: 'read', write: 'write' }

function read<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'GET', path, summary, scope: usual.read, status: 200, ...rest } as const
}

function create<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'POST', path, summary, scope: usual.write, status: 201, ...rest } as const
}

/** A verb on something that exists, or on several things at once. */
function act<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'POST', path, summary, scope: usual.write, status: 200, ...rest } as const
}

function update<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'PUT', path, summary, scope: usual.write, status: 200, ...rest } as const
}

function remove<const P extends Path, const Rest extends Schemas>(path: P, summary: string, rest: Rest) {
  return { method: 'DELETE', path, summary, scope: usual.write, status: 204, ...rest } as const
}

function nameRoutes<const Routes extends { [id: string]: Unnamed }>(routes: Routes) {
  const entries = Object.entries(routes).map(([id, route]) => [id, { ...route, id }])
  return Object.fromEntries(entries) as { [Id in keyof Routes & string]: Routes[Id] & { id: Id } }
}

/** Routes of one thing, by its id. An id that cannot exist is a 404. */
const ofItem = { params: item.ItemParams, missing: 'item_not_found' } as const
const ofOrder = { params: order.OrderParams, missing: 'order_not_found' } as const
const ofTransaction = { params: transaction.TransactionParams, missing: 'transaction_not_found' } as const
const ofSnapshot = { params: snapshot.SnapshotParams, missing: 'snapshot_not_found' } as const
const ofRestore = { params: restore.RestoreParams, missing: 'restore_not_found' } as const

const forAnyPerson = { scope: 'account', needsPeople: true } as const
const forOwners = { scope: 'manage', needsPeople: true } as const
const ofKey = { ...forOwners, params: apiKey.KeyParams, missing: 'key_not_found' } as const
const ofPerson = { ...forOwners, params: person.PersonParams, missing: 'person_not_found' } as const

const forWebhooks = { scope: 'webhooks', needsEvents: true } as const
const ofWebhook = { ...forWebhooks, params: webhook.WebhookParams, missing: 'webhook_not_found' } as const
const ofDelivery = { ...forWebhooks, params: webhook.DeliveryParams, missing: 'delivery_not_found' } as const

export const routes = nameRoutes({
  'list-items': read('/items', 'List items', {
    query: item.ListItems,
    startsWork: true,
    reply: item.ItemList,
  }),
  'create-item': create('/items', 'Create an item', {
    body: item.CreateItem,
    reply: item.Item,
    refuses: ['sku_already_exists'],
  }),
  'create-items': act('/items/batch', 'Create or update up to 100 items, each on its own', {
    body: item.CreateItems,
    reply: item.CreatedItems,
    refuses: ['limit_exceeded'],
  }),
  'get-item': read('/items/{id}', 'Get an item', { ...ofItem, reply: item.Item }),
  'update-item': update('/items/{id}', 'Update the fields that are given', {
    ...ofItem,
    body: item.UpdateItem,
    bodyOptional: true,
    takesIfMatch: true,
    reply: item.Item,
    refuses: ['sku_already_exists'],
  }),
  'delete-item': remove('/items/{id}', 'Move an item to trash', { ...ofItem, takesIfMatch: true }),
  'restore-item': act('/items/{id}/restore', 'Bring an item back from trash', {
    ...ofItem,
    body: item.RestoreItem,
    bodyOptional: true,
    reply: item.Item,
    refuses: ['sku_already_exists', 'not_in_trash'],
  }),
  'list-trash': read('/trash', 'List the items in trash', {
    query: item.ListTrash,
    startsWork: true,
    reply: item.TrashList,
  }),
  'verify-item': read('/items/{id}/verify', 'Add up the ledger of an item, and compare', {
    ...ofItem,
    reply: item.Verification,
  }),
  'list-transactions': read('/transactions', 'List the stock ledger, newest first', {
    query: transaction.ListTransactions,
    startsWork: true,
    reply: transaction.TransactionList,
  }),
  'list-daily-stock': read('/stock/daily', 'List how much stock moved on each day, by type', {
    query: transaction.ListDailyStock,
    startsWork: true,
    reply: transaction.DailyStock,
  }),
  'create-transactions': create('/transactions', 'Move stock: one transaction, or up to 40 at once, all or none', {
    body: transaction.CreateTransactions,
    nameField: transaction.nameMovement,
    reply: transaction.CreatedTransactions,
    dryRunReply: transaction.CreatedTransactions,
    refuses: [
      'insufficient_stock',
      'version_conflict',
      'invalid_state',
      'over_receipt',
      'item_in_trash',
      'limit_exceeded',
      'item_not_found',
      'order_not_found',
    ],
  }),
  'get-transaction': read('/transactions/{id}', 'Get a transaction', {
    ...ofTransaction,
    reply: transaction.Transaction,
  }),
  'reverse-transaction': create(
    '/transactions/{id}/reverse',
    'Take a transaction back, by one of the opposite amount',
    {
      ...ofTransaction,
      creates: '/transactions',
      body: transaction.ReverseTransaction,
      bodyOptional: true,
      reply: transaction.Transaction,
      refuses: ['insufficient_stock', 'invalid_state', 'item_in_trash', 'item_not_found'],
    },
  ),
  'list-orders': read('/orders', 'List purchase orders, without their line items', {
    query: order.ListOrders,
    startsWork: true,
    reply: order.OrderList,
  }),
  'create-order': create('/orders', 'Create a purchase order: ordered at once, or a draft', {
    body: order.CreateOrder,
    nameField: order.nameLineItem,
    reply: order.Order,
    refuses: ['item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'suggest-orders': act('/orders/suggest', 'Suggest orders for the items that are low', {
    scope: usual.read,
    body: suggestion.SuggestOrders,
    bodyOptional: true,
    reply: suggestion.SuggestedOrders,
    refuses: ['limit_exceeded'],
  }),
  'get-order': read('/orders/{id}', 'Get a purchase order', { ...ofOrder, reply: order.Order }),
  'update-order': update('/orders/{id}', 'Update the fields of a draft that are given', {
    ...ofOrder,
    body: order.UpdateOrder,
    nameField: order.nameLineItem,
    bodyOptional: true,
    takesIfMatch: true,
    reply: order.Order,
    refuses: ['invalid_state', 'item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'delete-order': remove('/orders/{id}', 'Delete a draft', {
    ...ofOrder,
    takesIfMatch: true,
    refuses: ['invalid_state'],
  }),
  'place-order': act('/orders/{id}/place', 'Order what a draft holds', {
    ...ofOrder,
    nameField: order.nameLineItem,
    reply: order.Order,
    refuses: ['invalid_state', 'item_in_trash', 'item_not_found'],
  }),
  'receive-order': act('/orders/{id}/receive', 'Receive a delivery: the lines named, or everything outstanding', {
    ...ofOrder,
    body: receipt.ReceiveOrder,
    nameField: receipt.nameReceivedLine,
    bodyOptional: true,
    reply: receipt.ReceivedOrder,
    refuses: ['invalid_state', 'over_receipt', 'item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'cancel-order': act('/orders/{id}/cancel', 'Cancel an order of which nothing has been received', {
    ...ofOrder,
    body: order.CancelOrder,
    bodyOptional: true,
    reply: order.Order,
    refuses: ['invalid_state'],
  }),
  'close-order': act('/orders/{id}/close', 'End an order of which a part has been received', {
    ...ofOrder,
    reply: order.Order,
    refuses: ['invalid_state'],
  }),
  'list-receipts': read('/orders/{id}/receipts', 'List the receipts of an order, newest first', {
    ...ofOrder,
    query: receipt.ListReceipts,
    reply: receipt.ReceiptList,
  }),
  'list-audit': read('/audit', 'List the audit log, newest first, as far back as the plan shows it', {
    query: audit.ListAudit,
    startsWork: true,
    reply: audit.AuditList,
  }),
  'list-events': read('/events', 'List what has happened, oldest first: a feed that skips nothing', {
    query: event.ListEvents,
    reply: event.EventList,
    refuses: ['cursor_expired'],
  }),
  'list-snapshots': read('/snapshots', 'List snapshots of the inventory, newest first', {
    query: snapshot.ListSnapshots,
    reply: snapshot.SnapshotList,
  }),
  'create-snapshot': create('/snapshots', 'Take a snapshot of all items, as they are at one moment', {
    body: snapshot.CreateSnapshot,
    bodyOptional: true,
    reply: snapshot.Snapshot,
    refuses: ['plan_limit_reached'],
  }),
  'get-snapshot': read('/snapshots/{id}', 'Get a snapshot', { ...ofSnapshot, reply: snapshot.Snapshot }),
  'list-snapshot-items': read('/snapshots/{id}/items', 'List the items of a snapshot, as they were', {
    ...ofSnapshot,
    query: snapshot.ListSnapshotItems,
    reply: item.ItemList,
    refuses: ['invalid_state'],
  }),
  'diff-snapshot': read('/snapshots/{id}/diff', 'Compare a snapshot with the present: what a restore would do', {
    ...ofSnapshot,
    query: snapshot.DiffSnapshot,
    reply: snapshot.SnapshotDiff,
    refuses: ['invalid_state'],
  }),
  'delete-snapshot': remove('/snapshots/{id}', 'Delete a snapshot', { ...ofSnapshot, refuses: ['invalid_state'] }),
  'restore-snapshot': create(
    '/snapshots/{id}/restore',
    'Make the inventory what a snapshot holds (replace), or bring back what it holds (merge)',
    {
      ...ofSnapshot,
      creates: '/restores',
      body: restore.RestoreSnapshot,
      nameField: restore.nameChosenItem,
      bodyOptional: true,
      reply: restore.Restore,
      dryRunReply: snapshot.RestoreCounts,
      refuses: ['invalid_state', 'plan_limit_reached', 'limit_exceeded'],
    },
  ),
  'list-restores': read('/restores', 'List restores, newest first', {
    query: restore.ListRestores,
    reply: restore.RestoreList,
  }),
  'get-restore': read('/restores/{id}', 'Get a restore: how far it has come', {
    ...ofRestore,
    startsWork: true,
    reply: restore.Restore,
  }),
  'list-webhooks': read('/webhooks', 'List webhooks, newest first', {
    ...forWebhooks,
    query: webhook.ListWebhooks,
    reply: webhook.WebhookList,
  }),
  'create-webhook': create('/webhooks', 'Create a webhook: the answer has its secret', {
    ...forWebhooks,
    body: webhook.CreateWebhook,
    reply: webhook.WebhookWithSecret,
    refuses: ['limit_exceeded'],
  }),
  'get-webhook': read('/webhooks/{id}', 'Get a webhook', { ...ofWebhook, reply: webhook.Webhook }),
  'update-webhook': update('/webhooks/{id}', 'Update the fields of a webhook that are given', {
    ...ofWebhook,
    body: webhook.UpdateWebhook,
    bodyOptional: true,
    reply: webhook.Webhook,
    refuses: ['limit_exceeded'],
  }),
  'delete-webhook': remove('/webhooks/{id}', 'Delete a webhook', ofWebhook),
  'rotate-webhook-secret': act('/webhooks/{id}/rotate-secret', 'Give a webhook a new secret', {
    ...ofWebhook,
    reply: webhook.WebhookWithSecret,
  }),
  'test-webhook': create('/webhooks/{id}/test', 'Send an event of the type webhook.test', {
    ...ofWebhook,
    creates: null,
    reply: webhook.Delivery,
    refuses: ['invalid_state'],
  }),
  'list-deliveries': read('/webhooks/{id}/deliveries', 'List the deliveries of 30 days, newest first', {
    ...ofWebhook,
    query: webhook.ListDeliveries,
    reply: webhook.DeliveryList,
  }),
  redeliver: create('/webhooks/{id}/deliveries/{delivery_id}/redeliver', 'Send an event once more', {
    ...ofDelivery,
    creates: null,
    reply: webhook.Delivery,
    refuses: ['invalid_state', 'webhook_not_found'],
  }),
  'get-account': read('/account', 'Get the account: the company, yourself, limits and totals', {
    ...forAnyPerson,
    startsWork: true,
    reply: account.Account,
  }),
  'link-account': act('/account/link', 'Accept an invitation, where the provider of sign-in is not ours', {
    ...forAnyPerson,
    body: person.LinkAccount,
    reply: person.Person,
    refuses: ['invalid_state'],
  }),
  'get-usage': read('/usage', 'List how many requests there were on each day', {
    ...forAnyPerson,
    query: account.GetUsage,
    reply: account.Usage,
  }),
  'list-keys': read('/keys', 'List API keys, newest first', {
    ...forOwners,
    query: apiKey.ListApiKeys,
    reply: apiKey.ApiKeyList,
  }),
  'create-key': create('/keys', 'Create an API key: the answer has its secret', {
    ...forOwners,
    creates: null,
    body: apiKey.CreateApiKey,
    bodyOptional: true,
    reply: apiKey.ApiKeyWithSecret,
    refuses: ['limit_exceeded'],
  }),
  'update-key': update('/keys/{id}', 'Rename an API key', {
    ...ofKey,
    body: apiKey.UpdateApiKey,
    bodyOptional: true,
    reply: apiKey.ApiKey,
  }),
  'revoke-key': remove('/keys/{id}', 'Revoke an API key', ofKey),
  'list-people': read('/people', 'List people, newest first', {
    ...forOwners,
    query: person.ListPeople,
    reply: person.PeopleList,
  }),
  'invite-person': create('/people', 'Invite a person, for seven days', {
    ...forOwners,
    creates: null,
    body: person.InvitePerson,
    reply: person.Person,
  }),
  'update-person': update('/people/{id}', 'Update a person', {
    ...ofPerson,
    ...forAnyPerson,
    body: person.UpdatePerson,
    bodyOptional: true,
    reply: person.Person,
    refuses: ['invalid_state'],
  }),
  'remove-person': remove('/people/{id}', 'Remove a person', { ...ofPerson, refuses: ['invalid_state'] }),
  /** Answers every request that no other route answers. The stack sends every other method and path here. */
  'not-found': {
    method: 'ANY',
    path: '/{proxy+}',
    summary: 'Answer what no route answers',
    scope: null,
    status: null,
  },
})

export type Routes = typeof routes
export type RouteId = keyof Routes

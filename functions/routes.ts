import type { z } from 'zod'
import * as audit from './contract/audit'
import * as item from './contract/item'
import * as order from './contract/order'
import * as receipt from './contract/receipt'
import * as transaction from './contract/transaction'
import type { Scope } from './domain/caller'
import type { Refusal } from './domain/errors'

/** One route of the API: all that the stack, the handlers, the reference and the tests know of it. */
export type Route = {
  id: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY'
  /** Below `/v1`, in API Gateway's notation. */
  path: `/${string}`
  /** What the key must be allowed to do; null where any valid key will do. */
  scope: Scope | null
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** True where every field of the body is optional, so that it may be left out. */
  bodyOptional?: boolean
  /** Whether `If-Match` makes the change conditional. */
  conditional?: boolean
  /** The code of a 404 for an id that cannot exist. */
  missing?: Refusal
} & Success

/** What a success answers with: a body goes out through a schema, or there is none. `not-found` has no success. */
type Success = { status: 200 | 201; reply: z.ZodType } | { status: 204 | null; reply?: never }

const item_not_found = 'item_not_found'
const order_not_found = 'order_not_found'
const transaction_not_found = 'transaction_not_found'

export const routes = {
  'list-items': {
    id: 'list-items',
    summary: 'List items',
    method: 'GET',
    path: '/items',
    scope: 'read',
    status: 200,
    query: item.ListItems,
    reply: item.ItemList,
  },
  'create-item': {
    id: 'create-item',
    summary: 'Create an item',
    method: 'POST',
    path: '/items',
    scope: 'write',
    status: 201,
    body: item.CreateItem,
    reply: item.Item,
  },
  'create-items': {
    id: 'create-items',
    summary: 'Create up to 100 items, each on its own',
    method: 'POST',
    path: '/items/batch',
    scope: 'write',
    status: 200,
    body: item.CreateItems,
    reply: item.CreatedItems,
  },
  'get-item': {
    id: 'get-item',
    summary: 'Get an item',
    method: 'GET',
    path: '/items/{id}',
    scope: 'read',
    status: 200,
    params: item.ItemParams,
    reply: item.Item,
    missing: item_not_found,
  },
  'update-item': {
    id: 'update-item',
    summary: 'Update the fields that are given',
    method: 'PUT',
    path: '/items/{id}',
    scope: 'write',
    status: 200,
    params: item.ItemParams,
    body: item.UpdateItem,
    bodyOptional: true,
    conditional: true,
    reply: item.Item,
    missing: item_not_found,
  },
  'delete-item': {
    id: 'delete-item',
    summary: 'Move an item to trash',
    method: 'DELETE',
    path: '/items/{id}',
    scope: 'write',
    status: 204,
    params: item.ItemParams,
    conditional: true,
    missing: item_not_found,
  },
  'restore-item': {
    id: 'restore-item',
    summary: 'Bring an item back from trash',
    method: 'POST',
    path: '/items/{id}/restore',
    scope: 'write',
    status: 200,
    params: item.ItemParams,
    body: item.RestoreItem,
    bodyOptional: true,
    reply: item.Item,
    missing: item_not_found,
  },
  'list-trash': {
    id: 'list-trash',
    summary: 'List the items in trash',
    method: 'GET',
    path: '/trash',
    scope: 'read',
    status: 200,
    query: item.ListTrash,
    reply: item.TrashList,
  },
  'verify-item': {
    id: 'verify-item',
    summary: 'Add up the ledger of an item, and compare',
    method: 'GET',
    path: '/items/{id}/verify',
    scope: 'read',
    status: 200,
    params: item.ItemParams,
    reply: item.Verification,
    missing: item_not_found,
  },
  'list-transactions': {
    id: 'list-transactions',
    summary: 'List the stock ledger, newest first',
    method: 'GET',
    path: '/transactions',
    scope: 'read',
    status: 200,
    query: transaction.ListTransactions,
    reply: transaction.TransactionList,
  },
  'create-transactions': {
    id: 'create-transactions',
    summary: 'Move stock: one transaction, or up to 40 at once, all or none',
    method: 'POST',
    path: '/transactions',
    scope: 'write',
    status: 201,
    body: transaction.CreateTransactions,
    reply: transaction.CreatedTransactions,
  },
  'get-transaction': {
    id: 'get-transaction',
    summary: 'Get a transaction',
    method: 'GET',
    path: '/transactions/{id}',
    scope: 'read',
    status: 200,
    params: transaction.TransactionParams,
    reply: transaction.Transaction,
    missing: transaction_not_found,
  },
  'reverse-transaction': {
    id: 'reverse-transaction',
    summary: 'Take a transaction back, by one of the opposite amount',
    method: 'POST',
    path: '/transactions/{id}/reverse',
    scope: 'write',
    status: 201,
    params: transaction.TransactionParams,
    body: transaction.ReverseTransaction,
    bodyOptional: true,
    reply: transaction.Transaction,
    missing: transaction_not_found,
  },
  'list-orders': {
    id: 'list-orders',
    summary: 'List purchase orders, without their line items',
    method: 'GET',
    path: '/orders',
    scope: 'read',
    status: 200,
    query: order.ListOrders,
    reply: order.OrderList,
  },
  'create-order': {
    id: 'create-order',
    summary: 'Create a purchase order: ordered at once, or a draft',
    method: 'POST',
    path: '/orders',
    scope: 'write',
    status: 201,
    body: order.CreateOrder,
    reply: order.Order,
  },
  'get-order': {
    id: 'get-order',
    summary: 'Get a purchase order',
    method: 'GET',
    path: '/orders/{id}',
    scope: 'read',
    status: 200,
    params: order.OrderParams,
    reply: order.Order,
    missing: order_not_found,
  },
  'update-order': {
    id: 'update-order',
    summary: 'Update the fields of a draft that are given',
    method: 'PUT',
    path: '/orders/{id}',
    scope: 'write',
    status: 200,
    params: order.OrderParams,
    body: order.UpdateOrder,
    bodyOptional: true,
    conditional: true,
    reply: order.Order,
    missing: order_not_found,
  },
  'delete-order': {
    id: 'delete-order',
    summary: 'Delete a draft',
    method: 'DELETE',
    path: '/orders/{id}',
    scope: 'write',
    status: 204,
    params: order.OrderParams,
    conditional: true,
    missing: order_not_found,
  },
  'place-order': {
    id: 'place-order',
    summary: 'Order what a draft holds',
    method: 'POST',
    path: '/orders/{id}/place',
    scope: 'write',
    status: 200,
    params: order.OrderParams,
    reply: order.Order,
    missing: order_not_found,
  },
  'receive-order': {
    id: 'receive-order',
    summary: 'Receive a delivery: the lines named, or everything outstanding',
    method: 'POST',
    path: '/orders/{id}/receive',
    scope: 'write',
    status: 200,
    params: order.OrderParams,
    body: receipt.ReceiveOrder,
    bodyOptional: true,
    reply: receipt.ReceivedOrder,
    missing: order_not_found,
  },
  'cancel-order': {
    id: 'cancel-order',
    summary: 'Cancel an order of which nothing has been received',
    method: 'POST',
    path: '/orders/{id}/cancel',
    scope: 'write',
    status: 200,
    params: order.OrderParams,
    body: order.CancelOrder,
    bodyOptional: true,
    reply: order.Order,
    missing: order_not_found,
  },
  'close-order': {
    id: 'close-order',
    summary: 'End an order of which a part has been received',
    method: 'POST',
    path: '/orders/{id}/close',
    scope: 'write',
    status: 200,
    params: order.OrderParams,
    reply: order.Order,
    missing: order_not_found,
  },
  'list-receipts': {
    id: 'list-receipts',
    summary: 'List the receipts of an order, newest first',
    method: 'GET',
    path: '/orders/{id}/receipts',
    scope: 'read',
    status: 200,
    params: order.OrderParams,
    query: receipt.ListReceipts,
    reply: receipt.ReceiptList,
    missing: order_not_found,
  },
  'list-audit': {
    id: 'list-audit',
    summary: 'List the audit log, newest first, as far back as the plan shows it',
    method: 'GET',
    path: '/audit',
    scope: 'read',
    status: 200,
    query: audit.ListAudit,
    reply: audit.AuditList,
  },
  /** Whatever no other route answers: the stack leads every other method and path here. */
  'not-found': {
    id: 'not-found',
    summary: 'Answer what no route answers',
    method: 'ANY',
    path: '/{proxy+}',
    scope: null,
    status: null,
  },
} as const satisfies { [Id in string]: Route & { id: Id } }

export type Routes = typeof routes
export type RouteId = keyof Routes

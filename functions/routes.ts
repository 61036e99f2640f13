import type { z } from 'zod'
import * as item from './contract/item'
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

import type * as z from 'zod'
import { type Route, type RouteId, type Routes, routes } from '../../../functions/routes'
import type { Ids, Kinds } from './ids'

/** `of`: what the path names. `query` and `body` may name what a world has. */
type Example<Of> = NamedBy<Of> & SentTo<Of> & { query?: From<string> }
type NamedBy<Of> = Of extends { path: `/${infer Kind}/{id}${string}` }
  ? { of: Kind extends keyof Kinds ? Kinds[Kind] : never }
  : { of?: never }
type SentTo<Of> = Of extends { body: infer Schema extends z.ZodType }
  ? Of extends { bodyOptional: true }
    ? { body?: From<z.input<Schema>> }
    : { body: From<z.input<Schema>> }
  : { body?: never }
type From<Value> = Value | ((ids: Ids) => Value)

/**
 * For each route, a request that succeeds in a prepared world (`../faults/world.ts`). Where the route changes
 * something, the request does so, as much as it can. The reference shows them, except where the story
 * (`../examples/story.ts`) sends less.
 */
const requests: { [Id in RouteId]: Example<Routes[Id]> } = {
  'list-items': { query: 'low_stock=true&sort=name&limit=2' },
  'create-item': {
    body: {
      name: 'Bolt M8 × 40',
      sku: 'BOLT-M8-40',
      quantity: 500,
      location: 'Aisle 3, shelf 2',
      barcode: '4006381333931',
      reorder_point: 200,
    },
  },
  'create-items': {
    body: {
      items: [
        { name: 'Nut M8', sku: 'NUT-M8', quantity: 800, reorder_point: 300 },
        { name: 'Bolt', sku: 'BOLT-M8-40' },
        { sku: 'BOLT-M8-40', barcode: '4006381333931', upsert: true },
      ],
    },
  },
  'get-item': { of: 'item' },
  'update-item': { of: 'item', body: { name: 'Bolt M8 x 40 mm', sku: 'BOLT-M8-40-MM', quantity: 7 } },
  'delete-item': { of: 'item' },
  'restore-item': { of: 'trashed', body: { sku: 'WASHER-M8-A2' } },
  'list-locations': {},
  'list-trash': {},
  'verify-item': { of: 'item' },
  'list-daily-stock': { query: 'days=7' },
  'list-transactions': { query: ({ item }) => `item_id=${item}&limit=1` },
  'create-transactions': {
    body: ({ item, other }: Ids) => ({
      transactions: [
        { type: 'issue', item_id: item, quantity: 2 },
        ...Array(9).fill({ type: 'receive', item_id: other, quantity: 2 }), // so many rows keep the write rate of the log
      ],
    }),
  },
  'get-transaction': { of: 'moved' },
  'reverse-transaction': { of: 'moved', body: { reason: 'correction', note: 'Entered twice' } },
  'list-orders': { query: 'status=partially_received&limit=2' },
  'list-suppliers': {},
  'create-order': {
    body: ({ item }) => ({
      supplier: { name: 'Acme Fasteners', email: 'orders@acme.example', reference: 'Offer 77' },
      line_items: [{ item_id: item, quantity_ordered: 1_000, unit_cost: '0.125' }],
    }),
  },
  'suggest-orders': {},
  'get-order': { of: 'open' },
  'update-order': { of: 'draft', body: { notes: 'Deliver to gate 2' } },
  'delete-order': { of: 'draft' },
  'place-order': { of: 'draft' },
  'receive-order': { of: 'open' },
  'reverse-receipt': { of: 'partial' },
  'cancel-order': { of: 'open', body: { cancel_reason: 'Too dear' } },
  'close-order': { of: 'partial' },
  'list-receipts': { of: 'partial', query: 'limit=1' },
  'list-audit': { query: 'resource_type=item&limit=1' },
  'list-events': { query: 'types=item.low_stock&limit=1' },
  'list-snapshots': { query: 'type=manual' },
  'create-snapshot': { body: { name: 'Before the stocktake' } },
  'get-snapshot': { of: 'snapshot' },
  'list-snapshot-items': { of: 'snapshot', query: 'sort=sku&limit=1' },
  'diff-snapshot': { of: 'snapshot' },
  'delete-snapshot': { of: 'snapshot' },
  'restore-snapshot': { of: 'snapshot' },
  'list-restores': { query: 'limit=1' },
  'get-restore': { of: 'restore' },
  'list-webhooks': {},
  'create-webhook': {
    body: {
      url: 'https://shop.example/inventory-events',
      events: ['item.low_stock', 'order.*'],
      description: 'Reorders',
    },
  },
  'get-webhook': { of: 'webhook' },
  'update-webhook': { of: 'webhook', body: { events: ['item.*'], description: null } },
  'delete-webhook': { of: 'webhook' },
  'rotate-webhook-secret': { of: 'webhook' },
  'test-webhook': { of: 'webhook' },
  'list-deliveries': { of: 'webhook', query: 'status=delivered&limit=1' },
  redeliver: { of: 'webhook' },
  'get-account': {},
  'update-account': { body: { name: 'Acme Hardware', time_zone: 'Europe/Berlin' } },
  'list-invitations': { body: ({ idToken }) => ({ id_token: idToken }) },
  'link-account': { body: ({ idToken, invitation }) => ({ id_token: idToken, invitation_id: invitation }) },
  'get-usage': { query: 'days=1' },
  'list-keys': { query: 'limit=1' },
  'create-key': { body: { name: 'Price tags', scopes: ['read'] } },
  'update-key': { of: 'key', body: { name: 'Price tags, hall 2' } },
  'revoke-key': { of: 'key' },
  'list-people': { query: 'limit=1' },
  'invite-person': { body: { email: 'grace@example.com', name: 'Grace Hopper', role: 'member' } },
  'update-person': { of: 'person', body: { role: 'viewer' } },
  'sign-out-person': { of: 'person' },
  'remove-person': { of: 'person' },
  'list-access-log': { query: 'action=key.created&limit=1' },
  'not-found': {},
}

/** What the path of a route names. Of one without an id, that does not matter. */
export function findPart(id: RouteId): keyof Ids {
  return requests[id].of ?? 'item'
}

/** The request of a route. `own`: in place of its query or its body. */
export function makeRequest(id: RouteId, ids: Ids, own: { query?: string; body?: unknown } = {}) {
  const { method, path: template }: Route = routes[id]
  const { query, body }: { query?: From<string>; body?: unknown } = { ...requests[id], ...own }
  const path = template
    .replace('{id}', ids[findPart(id)])
    .replace('{delivery_id}', ids.delivery)
    .replace('{receipt_id}', ids.receipt)
    .replace('{proxy+}', 'nothing')
  const search = typeof query === 'function' ? query(ids) : query
  return {
    method: method === 'ANY' ? 'GET' : method,
    path: search === undefined ? path : `${path}?${search}`,
    body: typeof body === 'function' ? body(ids) : body,
  }
}

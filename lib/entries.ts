import type { RouteHandler } from '../functions/http/handle'
import { type RouteId, type Routes, routes } from '../functions/routes'

/** Requires a handler for every route. A handler that is missing, or handles another route, does not compile. */
type OnePerRoute<Handlers extends { [Id in RouteId]: RouteHandler<Routes[Id]> }> = Handlers

/** Only types: no handler is loaded at deploy time. */
export type Handlers = OnePerRoute<{
  'list-items': typeof import('../functions/handlers/list-items').handler
  'create-item': typeof import('../functions/handlers/create-item').handler
  'create-items': typeof import('../functions/handlers/create-items').handler
  'get-item': typeof import('../functions/handlers/get-item').handler
  'update-item': typeof import('../functions/handlers/update-item').handler
  'delete-item': typeof import('../functions/handlers/delete-item').handler
  'restore-item': typeof import('../functions/handlers/restore-item').handler
  'list-trash': typeof import('../functions/handlers/list-trash').handler
  'verify-item': typeof import('../functions/handlers/verify-item').handler
  'list-transactions': typeof import('../functions/handlers/list-transactions').handler
  'list-daily-stock': typeof import('../functions/handlers/list-daily-stock').handler
  'create-transactions': typeof import('../functions/handlers/create-transactions').handler
  'get-transaction': typeof import('../functions/handlers/get-transaction').handler
  'reverse-transaction': typeof import('../functions/handlers/reverse-transaction').handler
  'list-orders': typeof import('../functions/handlers/list-orders').handler
  'create-order': typeof import('../functions/handlers/create-order').handler
  'suggest-orders': typeof import('../functions/handlers/suggest-orders').handler
  'get-order': typeof import('../functions/handlers/get-order').handler
  'update-order': typeof import('../functions/handlers/update-order').handler
  'delete-order': typeof import('../functions/handlers/delete-order').handler
  'place-order': typeof import('../functions/handlers/place-order').handler
  'receive-order': typeof import('../functions/handlers/receive-order').handler
  'cancel-order': typeof import('../functions/handlers/cancel-order').handler
  'close-order': typeof import('../functions/handlers/close-order').handler
  'list-receipts': typeof import('../functions/handlers/list-receipts').handler
  'list-snapshots': typeof import('../functions/handlers/list-snapshots').handler
  'create-snapshot': typeof import('../functions/handlers/create-snapshot').handler
  'get-snapshot': typeof import('../functions/handlers/get-snapshot').handler
  'list-snapshot-items': typeof import('../functions/handlers/list-snapshot-items').handler
  'diff-snapshot': typeof import('../functions/handlers/diff-snapshot').handler
  'delete-snapshot': typeof import('../functions/handlers/delete-snapshot').handler
  'restore-snapshot': typeof import('../functions/handlers/restore-snapshot').handler
  'list-restores': typeof import('../functions/handlers/list-restores').handler
  'get-restore': typeof import('../functions/handlers/get-restore').handler
  'list-audit': typeof import('../functions/handlers/list-audit').handler
  'list-events': typeof import('../functions/handlers/list-events').handler
  'list-webhooks': typeof import('../functions/handlers/list-webhooks').handler
  'create-webhook': typeof import('../functions/handlers/create-webhook').handler
  'get-webhook': typeof import('../functions/handlers/get-webhook').handler
  'update-webhook': typeof import('../functions/handlers/update-webhook').handler
  'delete-webhook': typeof import('../functions/handlers/delete-webhook').handler
  'rotate-webhook-secret': typeof import('../functions/handlers/rotate-webhook-secret').handler
  'test-webhook': typeof import('../functions/handlers/test-webhook').handler
  'list-deliveries': typeof import('../functions/handlers/list-deliveries').handler
  redeliver: typeof import('../functions/handlers/redeliver').handler
  'get-account': typeof import('../functions/handlers/get-account').handler
  'link-account': typeof import('../functions/handlers/link-account').handler
  'get-usage': typeof import('../functions/handlers/get-usage').handler
  'list-keys': typeof import('../functions/handlers/list-keys').handler
  'create-key': typeof import('../functions/handlers/create-key').handler
  'update-key': typeof import('../functions/handlers/update-key').handler
  'revoke-key': typeof import('../functions/handlers/revoke-key').handler
  'list-people': typeof import('../functions/handlers/list-people').handler
  'invite-person': typeof import('../functions/handlers/invite-person').handler
  'update-person': typeof import('../functions/handlers/update-person').handler
  'remove-person': typeof import('../functions/handlers/remove-person').handler
  'not-found': typeof import('../functions/handlers/not-found').handler
}>

/** The functions that no route calls. */
export const jobIds = [
  'authorizer',
  'compact-catalogue',
  'nightly-upkeep',
  'run-restore',
  'daily-snapshots',
  'do-nightly-work',
  'publish-events',
  'deliver-webhook',
  'queue-due-deliveries',
  'remove-orphaned-gateway-keys',
  'send-alerts',
] as const
export type JobId = (typeof jobIds)[number]

export function isJob(id: FunctionId): id is JobId {
  return jobIds.some((job) => job === id)
}

/** The function of the dashboard, the reference page and the OpenAPI document. It has no right to any data. */
export const pagesId = 'pages'

export type FunctionId = RouteId | JobId | typeof pagesId

/** The functions that have to do with data. */
export const tableFunctionIds = [...(Object.keys(routes) as RouteId[]), ...jobIds]

export const functionIds: FunctionId[] = [...tableFunctionIds, pagesId]

export function getSource(id: FunctionId): string {
  if (id === pagesId) return 'functions/pages/handler.ts'
  return `functions/${isJob(id) ? 'jobs' : 'handlers'}/${id}.ts`
}

/** Where the build writes the functions' bundles, and where the stack finds them. */
export const bundles = 'dist/functions'

/** Where the build writes the bundles' source maps. No function has them. */
export const maps = 'dist/maps'

import type { RouteHandler } from '../functions/http/handle'
import type { RouteId, Routes } from '../functions/routes'

/** A handler for every route, each for its own: one that is missing, or handles another route, does not compile. */
type OnePerRoute<Handlers extends { [Id in RouteId]: RouteHandler<Routes[Id]> }> = Handlers

/** The handlers as they are. Types only: nothing of them runs at deploy time. */
export type Handlers = OnePerRoute<{
  'list-items': typeof import('../functions/handlers/list-items').handler
  'create-item': typeof import('../functions/handlers/create-item').handler
  'create-items': typeof import('../functions/handlers/create-items').handler
  'get-item': typeof import('../functions/handlers/get-item').handler
  'update-item': typeof import('../functions/handlers/update-item').handler
  'delete-item': typeof import('../functions/handlers/delete-item').handler
  'restore-item': typeof import('../functions/handlers/restore-item').handler
  'list-trash': typeof import('../functions/handlers/list-trash').handler
  'not-found': typeof import('../functions/handlers/not-found').handler
}>

/** The functions that no route calls. */
export const jobIds = ['authorizer'] as const
export type JobId = (typeof jobIds)[number]

/** Where a function's code is. */
export function sourceOf(id: RouteId | JobId): string {
  return `functions/${jobIds.some((job) => job === id) ? 'jobs' : 'handlers'}/${id}.ts`
}

/** Where the build puts a function's bundle, and where the stack finds it. */
export const bundles = 'dist/functions'

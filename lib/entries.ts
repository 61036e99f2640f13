import { type RouteId, routes } from '../functions/routes'

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

import { routes as items } from './routes/items'
import { routes as log } from './routes/log'
import { routes as none } from './routes/none'
import { routes as orders } from './routes/orders'
import { routes as people } from './routes/people'
import { routes as snapshots } from './routes/snapshots'
import { routes as transactions } from './routes/transactions'
import { routes as webhooks } from './routes/webhooks'

export type { Route } from './routes/route'

/**
 * All routes. A handler imports those of its own subject instead: a function builds all schemas that it knows when it
 * starts.
 */
export const routes = { ...items, ...transactions, ...orders, ...log, ...snapshots, ...webhooks, ...people, ...none }

export type Routes = typeof routes
export type RouteId = keyof Routes

import { Text } from '@mantine/core'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { loadPage } from './browser/load-page'
import { Home } from './home/home'
import { parseItemSearch, parseItemsSearch, parseTrashSearch } from './items/search'
import { parseLogSearch, parseStorySearch } from './log/search'
import { parseOrderSearch, parseOrdersSearch } from './orders/search'
import { makeParse } from './parts/search'
import { parseScanSearch } from './scan/search'
import { dashboardPath } from './session/address'
import { parseAccessSearch, parseSettingsSearch, parseWebhookSearch } from './settings/search'
import { PageError } from './shell/page-error'
import { PagePending } from './shell/page-pending'
import { Shell } from './shell/shell'
import { texts } from './shell/texts'
import { parseSnapshotSearch, parseSnapshotsSearch } from './snapshots/search'
import { parseStocktakeSearch } from './spreadsheets/stocktake/search'
import { parseMoveSearch } from './stock/move-search'

// Each page is a file of its own, which is loaded when it is opened. The address says which page, and what it shows.

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Text>{texts.notFound}</Text>,
  validateSearch: parseMoveSearch,
})

type Parse<Search> = (given: Record<string, unknown>) => Search
/** A page at a path, within another one. `parse` takes what it shows from the address, `load` reads its file. */
function makePage<Parent extends AnyRoute, const Path extends string, Search extends object>(
  parent: Parent,
  path: Path,
  parse: Parse<Search>,
  load: () => Promise<{ default: RouteComponent }>,
) {
  const component = lazyRouteComponent(() => loadPage(load))
  return createRoute({ getParentRoute: () => parent, path, validateSearch: parse, component })
}

const parseNothing = () => ({})

const settings = makePage(root, '/settings', parseNothing, () => import('./settings/settings'))
const ofSettings = [
  makePage(settings, '/', parseNothing, () => import('./settings/account/plan')),
  makePage(settings, '/keys', parseSettingsSearch, () => import('./settings/keys/keys')),
  makePage(settings, '/people', parseSettingsSearch, () => import('./settings/people/people')),
  makePage(settings, '/webhooks', parseSettingsSearch, () => import('./settings/webhooks/webhooks')),
  makePage(settings, '/webhooks/$id', parseWebhookSearch, () => import('./settings/webhooks/webhook')),
  makePage(settings, '/access-log', parseAccessSearch, () => import('./settings/access-log/access-log')),
  makePage(settings, '/usage', parseNothing, () => import('./settings/account/usage')),
  makePage(settings, '/alerts', parseNothing, () => import('./settings/alerts/alerts')),
]
const pages = [
  createRoute({ getParentRoute: () => root, path: '/', validateSearch: makeParse({ clear: 'flag' }), component: Home }),
  makePage(root, '/items', parseItemsSearch, () => import('./items/items')),
  makePage(root, '/items/$id', parseItemSearch, () => import('./items/item-page')),
  makePage(root, '/items/$id/history', parseStorySearch, () => import('./log/story')),
  makePage(root, '/orders', parseOrdersSearch, () => import('./orders/orders')),
  makePage(root, '/orders/new', makeParse({ items: 'text' }), () => import('./orders/new-order')),
  makePage(root, '/orders/reorder', parseNothing, () => import('./orders/reorder')),
  makePage(root, '/orders/$id', parseOrderSearch, () => import('./orders/order-page')),
  makePage(root, '/orders/$id/edit', parseNothing, () => import('./orders/edit-order')),
  makePage(root, '/orders/$id/receive', parseNothing, () => import('./orders/receive')),
  makePage(root, '/orders/$id/print', parseNothing, () => import('./orders/print')),
  makePage(root, '/log', parseLogSearch, () => import('./log/log')),
  makePage(root, '/snapshots', parseSnapshotsSearch, () => import('./snapshots/snapshots')),
  makePage(root, '/snapshots/$id', parseSnapshotSearch, () => import('./snapshots/snapshot-page')),
  makePage(root, '/trash', parseTrashSearch, () => import('./items/trash')),
  makePage(root, '/items/import', parseNothing, () => import('./spreadsheets/import/import-page')),
  makePage(root, '/stocktake', parseStocktakeSearch, () => import('./spreadsheets/stocktake/stocktake-page')),
  makePage(root, '/scan', parseScanSearch, () => import('./scan/scan')),
  settings.addChildren(ofSettings),
]
const routeTree = root.addChildren(pages)

/** Made when somebody is signed in. */
export function createDashboardRouter() {
  return createRouter({
    routeTree,
    basepath: dashboardPath,
    defaultPreload: false,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}

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
import { parseHomeSearch } from './home/search'
import { parseItemSearch, parseItemsSearch, parseTrashSearch } from './items/search'
import { parseLogSearch, parseStorySearch } from './log/search'
import { parseOrderSearch, parseOrdersSearch } from './orders/search'
import { parseScanSearch } from './scan/search'
import { dashboardPath } from './session/address'
import { parseSettingsSearch, parseWebhookSearch } from './settings/search'
import { PageError } from './shell/page-error'
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
type PageFile = { default: RouteComponent }

/** A page at a path, within another one. `parse` takes what it shows from the address, `load` reads its file. */
function makePage<Parent extends AnyRoute, const Path extends string, Search extends object>(
  parent: Parent,
  path: Path,
  parse: Parse<Search>,
  load: () => Promise<PageFile>,
) {
  const component = lazyRouteComponent(() => loadPage(load))
  return createRoute({ getParentRoute: () => parent, path, validateSearch: parse, component })
}

const parseNothing = () => ({})

const home = createRoute({ getParentRoute: () => root, path: '/', validateSearch: parseHomeSearch, component: Home })
const items = makePage(root, '/items', parseItemsSearch, () => import('./items/items'))
const item = makePage(root, '/items/$id', parseItemSearch, () => import('./items/item-page'))
const history = makePage(root, '/items/$id/history', parseStorySearch, () => import('./log/story'))
const log = makePage(root, '/log', parseLogSearch, () => import('./log/log'))
const snapshots = makePage(root, '/snapshots', parseSnapshotsSearch, () => import('./snapshots/snapshots'))
const snapshot = makePage(root, '/snapshots/$id', parseSnapshotSearch, () => import('./snapshots/snapshot-page'))
const trash = makePage(root, '/trash', parseTrashSearch, () => import('./items/trash'))
const importItems = makePage(root, '/items/import', parseNothing, () => import('./spreadsheets/import/import-page'))
const stocktake = makePage(
  root,
  '/stocktake',
  parseStocktakeSearch,
  () => import('./spreadsheets/stocktake/stocktake-page'),
)
const scan = makePage(root, '/scan', parseScanSearch, () => import('./scan/scan'))
const orders = makePage(root, '/orders', parseOrdersSearch, () => import('./orders/orders'))
const newOrder = makePage(root, '/orders/new', parseNothing, () => import('./orders/new-order'))
const reorder = makePage(root, '/orders/reorder', parseNothing, () => import('./orders/reorder'))
const order = makePage(root, '/orders/$id', parseOrderSearch, () => import('./orders/order-page'))
const editOrder = makePage(root, '/orders/$id/edit', parseNothing, () => import('./orders/edit-order'))
const receiveOrder = makePage(root, '/orders/$id/receive', parseNothing, () => import('./orders/receive'))
const printOrder = makePage(root, '/orders/$id/print', parseNothing, () => import('./orders/print'))
const settings = makePage(root, '/settings', parseNothing, () => import('./settings/settings'))
const plan = makePage(settings, '/', parseNothing, () => import('./settings/account/plan'))
const keys = makePage(settings, '/keys', parseSettingsSearch, () => import('./settings/keys/keys'))
const people = makePage(settings, '/people', parseSettingsSearch, () => import('./settings/people/people'))
const webhooks = makePage(settings, '/webhooks', parseSettingsSearch, () => import('./settings/webhooks/webhooks'))
const webhook = makePage(settings, '/webhooks/$id', parseWebhookSearch, () => import('./settings/webhooks/webhook'))
const usage = makePage(settings, '/usage', parseNothing, () => import('./settings/account/usage'))
const alerts = makePage(settings, '/alerts', parseNothing, () => import('./settings/alerts/alerts'))

const ofOrders = [orders, newOrder, reorder, order, editOrder, receiveOrder, printOrder]
const pages = [
  home,
  items,
  item,
  history,
  ...ofOrders,
  log,
  snapshots,
  snapshot,
  trash,
  importItems,
  stocktake,
  scan,
  settings.addChildren([plan, keys, people, webhooks, webhook, usage, alerts]),
]
const routeTree = root.addChildren(pages)

/** Made when somebody is signed in. */
export function createDashboardRouter() {
  return createRouter({
    routeTree,
    basepath: dashboardPath,
    defaultPreload: false,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}

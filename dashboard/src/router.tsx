import { Text } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Home } from './home/home'
import { parseHomeSearch } from './home/search'
import { parseItemSearch, parseItemsSearch, parseTrashSearch } from './items/search'
import { parseLogSearch, parseStorySearch } from './log/search'
import { parseOrderSearch, parseOrdersSearch } from './orders/search'
import { parseScanSearch } from './scan/search'
import { dashboardPath } from './session/address'
import { parseSettingsSearch, parseWebhookSearch } from './settings/search'
import { loadPage, PageError } from './shell/page-error'
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
const getParentRoute = () => root

const home = createRoute({ getParentRoute, path: '/', validateSearch: parseHomeSearch, component: Home })
const items = createRoute({
  getParentRoute,
  path: '/items',
  validateSearch: parseItemsSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./items/items')), 'Items'),
})
const item = createRoute({
  getParentRoute,
  path: '/items/$id',
  validateSearch: parseItemSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./items/item-page')), 'ItemPage'),
})
const history = createRoute({
  getParentRoute,
  path: '/items/$id/history',
  validateSearch: parseStorySearch,
  component: lazyRouteComponent(() => loadPage(() => import('./log/story')), 'Story'),
})
const log = createRoute({
  getParentRoute,
  path: '/log',
  validateSearch: parseLogSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./log/log')), 'Log'),
})
const snapshots = createRoute({
  getParentRoute,
  path: '/snapshots',
  validateSearch: parseSnapshotsSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./snapshots/snapshots')), 'Snapshots'),
})
const snapshot = createRoute({
  getParentRoute,
  path: '/snapshots/$id',
  validateSearch: parseSnapshotSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./snapshots/snapshot-page')), 'SnapshotPage'),
})
const trash = createRoute({
  getParentRoute,
  path: '/trash',
  validateSearch: parseTrashSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./items/trash')), 'Trash'),
})
const importItems = createRoute({
  getParentRoute,
  path: '/items/import',
  component: lazyRouteComponent(() => loadPage(() => import('./spreadsheets/import/import-page')), 'ImportPage'),
})
const stocktake = createRoute({
  getParentRoute,
  path: '/stocktake',
  validateSearch: parseStocktakeSearch,
  component: lazyRouteComponent(
    () => loadPage(() => import('./spreadsheets/stocktake/stocktake-page')),
    'StocktakePage',
  ),
})
const scan = createRoute({
  getParentRoute,
  path: '/scan',
  validateSearch: parseScanSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./scan/scan')), 'Scan'),
})
const orders = createRoute({
  getParentRoute,
  path: '/orders',
  validateSearch: parseOrdersSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./orders/orders')), 'Orders'),
})
const newOrder = createRoute({
  getParentRoute,
  path: '/orders/new',
  component: lazyRouteComponent(() => loadPage(() => import('./orders/new-order')), 'NewOrder'),
})
const reorder = createRoute({
  getParentRoute,
  path: '/orders/reorder',
  component: lazyRouteComponent(() => loadPage(() => import('./orders/reorder')), 'Reorder'),
})
const order = createRoute({
  getParentRoute,
  path: '/orders/$id',
  validateSearch: parseOrderSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./orders/order-page')), 'OrderPage'),
})
const editOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/edit',
  component: lazyRouteComponent(() => loadPage(() => import('./orders/edit-order')), 'EditOrder'),
})
const receiveOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/receive',
  component: lazyRouteComponent(() => loadPage(() => import('./orders/receive')), 'ReceiveOrder'),
})
const printOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/print',
  component: lazyRouteComponent(() => loadPage(() => import('./orders/print')), 'PrintOrder'),
})
const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: lazyRouteComponent(() => loadPage(() => import('./settings/settings')), 'Settings'),
})
const ofSettings = () => settings
const plan = createRoute({
  getParentRoute: ofSettings,
  path: '/',
  component: lazyRouteComponent(() => loadPage(() => import('./settings/account/plan')), 'Plan'),
})
const keys = createRoute({
  getParentRoute: ofSettings,
  path: '/keys',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./settings/keys/keys')), 'Keys'),
})
const people = createRoute({
  getParentRoute: ofSettings,
  path: '/people',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./settings/people/people')), 'People'),
})
const webhooks = createRoute({
  getParentRoute: ofSettings,
  path: '/webhooks',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./settings/webhooks/webhooks')), 'Webhooks'),
})
const webhook = createRoute({
  getParentRoute: ofSettings,
  path: '/webhooks/$id',
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => loadPage(() => import('./settings/webhooks/webhook')), 'WebhookPage'),
})
const usage = createRoute({
  getParentRoute: ofSettings,
  path: '/usage',
  component: lazyRouteComponent(() => loadPage(() => import('./settings/account/usage')), 'UsagePage'),
})
const alerts = createRoute({
  getParentRoute: ofSettings,
  path: '/alerts',
  component: lazyRouteComponent(() => loadPage(() => import('./settings/alerts/alerts')), 'Alerts'),
})

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

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
  component: lazyRouteComponent(() => import('./items/items'), 'Items'),
})
const item = createRoute({
  getParentRoute,
  path: '/items/$id',
  validateSearch: parseItemSearch,
  component: lazyRouteComponent(() => import('./items/item-page'), 'ItemPage'),
})
const history = createRoute({
  getParentRoute,
  path: '/items/$id/history',
  validateSearch: parseStorySearch,
  component: lazyRouteComponent(() => import('./log/story'), 'Story'),
})
const log = createRoute({
  getParentRoute,
  path: '/log',
  validateSearch: parseLogSearch,
  component: lazyRouteComponent(() => import('./log/log'), 'Log'),
})
const snapshots = createRoute({
  getParentRoute,
  path: '/snapshots',
  validateSearch: parseSnapshotsSearch,
  component: lazyRouteComponent(() => import('./snapshots/snapshots'), 'Snapshots'),
})
const snapshot = createRoute({
  getParentRoute,
  path: '/snapshots/$id',
  validateSearch: parseSnapshotSearch,
  component: lazyRouteComponent(() => import('./snapshots/snapshot-page'), 'SnapshotPage'),
})
const trash = createRoute({
  getParentRoute,
  path: '/trash',
  validateSearch: parseTrashSearch,
  component: lazyRouteComponent(() => import('./items/trash'), 'Trash'),
})
const importItems = createRoute({
  getParentRoute,
  path: '/items/import',
  component: lazyRouteComponent(() => import('./spreadsheets/import/import-page'), 'ImportPage'),
})
const stocktake = createRoute({
  getParentRoute,
  path: '/stocktake',
  validateSearch: parseStocktakeSearch,
  component: lazyRouteComponent(() => import('./spreadsheets/stocktake/stocktake-page'), 'StocktakePage'),
})
const scan = createRoute({
  getParentRoute,
  path: '/scan',
  validateSearch: parseScanSearch,
  component: lazyRouteComponent(() => import('./scan/scan'), 'Scan'),
})
const orders = createRoute({
  getParentRoute,
  path: '/orders',
  validateSearch: parseOrdersSearch,
  component: lazyRouteComponent(() => import('./orders/orders'), 'Orders'),
})
const newOrder = createRoute({
  getParentRoute,
  path: '/orders/new',
  component: lazyRouteComponent(() => import('./orders/new-order'), 'NewOrder'),
})
const reorder = createRoute({
  getParentRoute,
  path: '/orders/reorder',
  component: lazyRouteComponent(() => import('./orders/reorder'), 'Reorder'),
})
const order = createRoute({
  getParentRoute,
  path: '/orders/$id',
  validateSearch: parseOrderSearch,
  component: lazyRouteComponent(() => import('./orders/order-page'), 'OrderPage'),
})
const editOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/edit',
  component: lazyRouteComponent(() => import('./orders/edit-order'), 'EditOrder'),
})
const receiveOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/receive',
  component: lazyRouteComponent(() => import('./orders/receive'), 'ReceiveOrder'),
})
const printOrder = createRoute({
  getParentRoute,
  path: '/orders/$id/print',
  component: lazyRouteComponent(() => import('./orders/print'), 'PrintOrder'),
})
const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings'), 'Settings'),
})
const ofSettings = () => settings
const plan = createRoute({
  getParentRoute: ofSettings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/account/plan'), 'Plan'),
})
const keys = createRoute({
  getParentRoute: ofSettings,
  path: '/keys',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import('./settings/keys/keys'), 'Keys'),
})
const people = createRoute({
  getParentRoute: ofSettings,
  path: '/people',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import('./settings/people/people'), 'People'),
})
const webhooks = createRoute({
  getParentRoute: ofSettings,
  path: '/webhooks',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import('./settings/webhooks/webhooks'), 'Webhooks'),
})
const webhook = createRoute({
  getParentRoute: ofSettings,
  path: '/webhooks/$id',
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => import('./settings/webhooks/webhook'), 'WebhookPage'),
})
const usage = createRoute({
  getParentRoute: ofSettings,
  path: '/usage',
  component: lazyRouteComponent(() => import('./settings/account/usage'), 'UsagePage'),
})
const alerts = createRoute({
  getParentRoute: ofSettings,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./settings/alerts/alerts'), 'Alerts'),
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
  return createRouter({ routeTree, basepath: dashboardPath, defaultPreload: false, scrollRestoration: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}

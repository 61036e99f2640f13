import type { Page } from 'playwright-core'
import type { Demo } from '../demo'
import type { Examples } from './examples'
import { settle } from './sign-in'
import { importRows, previewImport, readCounts } from './spreadsheets'

const ofItems = {
  items: '/items',
  'no-item': '/items?search=zzz',
  'new-item': '/items?create=true',
  item: '/items/ITEM',
  'edit-item': '/items/ITEM?edit=true',
  sell: '/items/ITEM?move=sell&of=ITEM',
  'item-history': '/items/ITEM/history',
  'export-items': '/items',
}
const ofOrders = {
  orders: '/orders',
  'no-order': '/orders?search=zzz',
  'new-order': '/orders/new',
  order: '/orders/ORDER',
  draft: '/orders/DRAFT',
  'edit-order': '/orders/DRAFT/edit',
  'place-order': '/orders/DRAFT?ask=place',
  'cancel-order': '/orders/DRAFT?ask=cancel',
  'delete-order': '/orders/DRAFT?ask=remove',
  'close-order': '/orders/ORDER?ask=close',
  'receive-order': '/orders/ORDER/receive',
  'print-order': '/orders/ORDER/print',
  reorder: '/orders/reorder',
}
const ofSnapshots = {
  snapshots: '/snapshots',
  'take-snapshot': '/snapshots?take=true',
  snapshot: '/snapshots/SNAPSHOT',
  'restore-snapshot': '/snapshots/SNAPSHOT?open=restore',
  'delete-snapshot': '/snapshots/SNAPSHOT?open=remove',
  restore: '/snapshots/SNAPSHOT?restore=RESTORE',
}
const ofSpreadsheets = {
  import: '/items/import',
  'import-preview': '/items/import',
  'import-report': '/items/import',
  stocktake: '/stocktake',
  'stocktake-list': '/stocktake?search=SKU',
  'stocktake-file': '/stocktake?how=file',
  'stocktake-review': '/stocktake?how=file',
  'stocktake-scan': '/stocktake?how=phone',
  'stocktake-count': '/stocktake?how=phone',
}
const ofSettings = {
  plan: '/settings',
  alerts: '/settings/alerts',
  keys: '/settings/keys',
  people: '/settings/people',
  webhooks: '/settings/webhooks',
  webhook: '/settings/webhooks/WEBHOOK',
  usage: '/settings/usage',
  'access-log': '/settings/access-log',
  'no-access-log': '/settings/access-log?action=company.suspended',
}

/** The pages, and what can be open on them, by the addresses below the dashboard. `ITEM` and the like are examples. */
export const pages: Record<string, string> = {
  home: '/',
  ...ofItems,
  ...ofOrders,
  scan: '/scan',
  'scan-unknown': '/scan?then=sell&code=4012345678901',
  ...ofSpreadsheets,
  ...ofSnapshots,
  log: '/log',
  'log-of-item': '/log?object=ITEM&action=update',
  'no-log': '/log?kind=snapshot&action=update',
  trash: '/trash',
  ...ofSettings,
}

/** What no address opens. */
const acts: Record<string, (page: Page, ids: Examples) => Promise<void>> = {
  'export-items': async (page) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
  'import-preview': (page, { SKU }) => previewImport(page, [`${oddCell},${SKU}-1,5`, `${oddCell},,5`, `,${SKU}-2,x`]),
  'import-report': (page, { SKU }) => importRows(page, [`${oddCell},${SKU}-${Date.now()},5`, `${oddCell},,5`]),
  'stocktake-list': async (page) => {
    await page.getByRole('button', { name: 'Make the list' }).click()
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
  },
  'stocktake-review': (page, { SKU }) => readCounts(page, [`${SKU},7`, `${oddCell},8`, `${SKU}-1,x`]),
  'stocktake-count': async (page, { SKU }) => {
    await page.getByLabel('Code', { exact: true }).fill(SKU)
    await page.getByLabel('Code', { exact: true }).press('Enter')
    await page.getByLabel('How many are there?').waitFor()
  },
}
const oddCell = "'=1+1-<script>alert(3)</script>-in-a-very-long-cell-that-has-no-space-anywhere"

/** Opens one of the pages, with the examples, and does what is to be done there first. */
export async function show(page: Page, demo: Pick<Demo, 'baseUrl'>, name: string, ids: Examples): Promise<void> {
  await open(page, demo, fill(pages[name] ?? '/', ids))
  await acts[name]?.(page, ids)
  await settle(page)
}

/** Names the examples in an address. */
function fill(address: string, ids: Examples): string {
  return Object.entries(ids).reduce((filled, [word, id]) => filled.replaceAll(word, id), address)
}

/** Opens a page of the dashboard, and waits until it has all that it shows. */
export async function open(page: Page, { baseUrl }: Pick<Demo, 'baseUrl'>, address: string): Promise<void> {
  await page.goto(`${baseUrl}/dashboard${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
}

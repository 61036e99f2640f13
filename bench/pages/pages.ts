import type { Page } from 'playwright-core'
import type { Examples } from './examples'

/** What is done on a page, where its address does not open all. */
type Act = (page: Page, ids: Examples) => Promise<void>

/** The pages, and what can be open on them, by the addresses below the dashboard. Words in capitals are examples. */
const pages: Record<string, string | [address: string, act: Act]> = {
  home: '/',
  items: '/items',
  'no item': '/items?search=zzz',
  'new item': '/items?create=true',
  item: '/items/ITEM',
  'edit item': '/items/ITEM?edit=true',
  sell: '/items/ITEM?move=sell&of=ITEM',
  'item history': '/items/ITEM/history',
  'export items': ['/items', (page) => press(page, 'Export', page.getByRole('dialog'))],
  orders: '/orders',
  'no order': '/orders?search=zzz',
  'new order': '/orders/new',
  order: '/orders/ORDER',
  draft: '/orders/DRAFT',
  'edit order': '/orders/DRAFT/edit',
  'place order': '/orders/DRAFT?ask=place',
  'cancel order': '/orders/DRAFT?ask=cancel',
  'delete order': '/orders/DRAFT?ask=remove',
  'close order': '/orders/ORDER?ask=close',
  'receive order': '/orders/ORDER/receive',
  'print order': '/orders/ORDER/print',
  reorder: '/orders/reorder',
  scan: '/scan',
  import: '/items/import',
  'import preview': ['/items/import', previewImport],
  'import report': ['/items/import', importRows],
  stocktake: '/stocktake',
  'stocktake list': ['/stocktake?search=SKU', makeList],
  'stocktake file': '/stocktake?how=file',
  'stocktake review': ['/stocktake?how=file', reviewCounts],
  'stocktake scan': '/stocktake?how=phone',
  'stocktake count': ['/stocktake?how=phone', countByCode],
  snapshots: '/snapshots',
  'take snapshot': '/snapshots?take=true',
  snapshot: '/snapshots/SNAPSHOT',
  'restore snapshot': '/snapshots/SNAPSHOT?open=restore',
  'delete snapshot': '/snapshots/SNAPSHOT?open=remove',
  restore: '/snapshots/SNAPSHOT?restore=RESTORE',
  log: '/log',
  'log of item': '/log?object=ITEM&action=update',
  'no log': '/log?kind=snapshot&action=update',
  trash: '/trash',
  plan: '/settings',
  alerts: '/settings/alerts',
  keys: '/settings/keys',
  people: '/settings/people',
  webhooks: '/settings/webhooks',
  webhook: '/settings/webhooks/WEBHOOK',
  usage: '/settings/usage',
}
export const pageNames = Object.keys(pages)

/** Opens a page, and waits until it has all that it shows. */
export async function openPage(page: Page, dashboard: string, name: string, ids: Examples): Promise<void> {
  const [address, act] = [pages[name] ?? '/'].flat() as [string, Act?]
  const path = Object.entries(ids).reduce((text, [word, id]) => text.replaceAll(word, id), address)
  await page.goto(`${dashboard}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
  await act?.(page, ids)
  await settle(page)
}

/** Until nothing that the page shows is still to come. */
async function settle(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}

/** Signs in at the local provider, and waits for the first page. */
export async function signIn(page: Page, dashboard: string, email: string): Promise<void> {
  await page.goto(dashboard)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await press(page, 'Sign in', page.getByRole('heading', { name: 'Home' }))
}

async function press(page: Page, button: string | RegExp, awaited: ReturnType<Page['locator']>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await awaited.waitFor()
}

async function chooseFile(page: Page, lines: string[]): Promise<void> {
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByText('rows.csv, ').waitFor()
  await settle(page)
}

async function previewImport(page: Page, { SKU }: Examples): Promise<void> {
  const another = page.getByRole('button', { name: 'Import another file' })
  if (await another.isVisible()) await another.click()
  await chooseFile(page, ['name,sku,quantity', `Lamp,${SKU}-${Date.now()},5`, 'Lamp,,5'])
  await press(page, 'Preview', page.getByRole('heading', { name: 'What would be done' }))
}

async function importRows(page: Page, ids: Examples): Promise<void> {
  await previewImport(page, ids)
  await press(page, /^Import \d+ rows$/, page.getByRole('heading', { name: /is imported$/ }))
}

async function makeList(page: Page): Promise<void> {
  await press(page, 'Make the list', page.getByRole('button', { name: 'Print', exact: true }))
}

async function reviewCounts(page: Page, { SKU }: Examples): Promise<void> {
  await chooseFile(page, ['sku,counted', `${SKU},7`, 'NONE,8'])
  await press(page, 'Compare with the stock', page.getByRole('heading', { name: 'What would be booked' }))
}

async function countByCode(page: Page, { SKU }: Examples): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(SKU)
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await page.getByLabel('How many are there?').waitFor()
}

import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Demo } from '../demo'
import { holdRequests } from './delay'
import { open } from './pages'
import { playAsOwner } from './sign-in'
import { importRows, previewImport } from './spreadsheets'
import { readCounts } from './week/pages'

const batch = '**/items/batch'

/** An import has one effect and one report, also where it is stopped, or where two tabs have one. */
export function checkImports(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, [goOnAfterStop, importInTwoTabs])
}

async function importInTwoTabs(page: Page, demo: Demo): Promise<void> {
  const other = await openTab(page, demo)
  await startInTwoTabs(page, other, demo)
  await forgetInOldTab(page, other)
}

/** A request whose answer was not waited for is sent again under its key: its rows are created, not found there. */
async function goOnAfterStop(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items/import')
  await previewImport(page, ['Stopped,IMPORT-STOPPED,1'], 'stopped.csv')
  const keys: (string | undefined)[] = []
  const isDone = new Promise<void>((resolve) => {
    void page.route(batch, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      resolve()
    })
  })
  await press(page, 'Import 1 rows')
  await isDone
  await press(page, 'Stop')
  await press(page, 'Go on')
  await seeImported(page, 'stopped.csv', { created: 1 })
  assert.equal(keys.length, 2)
  assert.equal(keys[1], keys[0])
  await page.unroute(batch)
  await press(page, 'Import another file')
  console.log('imports: what was under way at a stop was sent again under its key')
}

/** Signs in as the same person, whom the provider still knows. */
async function openTab(page: Page, { baseUrl }: Demo): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(`${baseUrl}/dashboard`)
  await press(other, 'Sign in')
  await other.getByRole('heading', { name: 'Home' }).waitFor()
  return other
}

/** While one tab imports, another one begins nothing and forgets nothing. It goes on from what the first one did. */
async function startInTwoTabs(page: Page, other: Page, demo: Demo): Promise<void> {
  await open(other, demo, '/items/import')
  await previewImport(page, ['One,IMPORT-1,1', 'Two,IMPORT-2,2'], 'first.csv')
  await previewImport(other, ['Three,IMPORT-3,3'], 'second.csv')
  const { held, letGo } = await holdRequests(page, batch)
  await press(page, 'Import 2 rows')
  await held
  await press(other, 'Import 1 rows')
  await seeRefusal(other, /runs in another tab/)
  await other.reload()
  await other.getByRole('heading', { name: 'The import of first.csv has not ended' }).waitFor()
  await press(other, 'Forget it')
  await seeRefusal(other, /runs in another tab/)
  letGo()
  await seeImported(page, 'first.csv', { created: 2 })
  await press(other, 'Go on')
  await seeImported(other, 'first.csv', { created: 2 })
  console.log('imports: a second tab changed nothing of an import that ran in the first')
}

/** A tab that still shows an older import leaves alone the one that is kept. */
async function forgetInOldTab(page: Page, other: Page): Promise<void> {
  await importRows(page, ['Four,IMPORT-4,4'], 'third.csv')
  await press(other, 'Import another file')
  await seeRefusal(other, /Load this page again/)
  await other.reload()
  await seeImported(other, 'third.csv', { created: 1 })
  console.log('imports: a tab with an older import did not forget a newer one')
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const seeRefusal = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()

async function seeImported(page: Page, name: string, counts: Record<string, number>): Promise<void> {
  const done = page.getByRole('region', { name: `${name} is imported` })
  await done.waitFor()
  assert.deepEqual(await readCounts(done.getByRole('status')), counts)
}

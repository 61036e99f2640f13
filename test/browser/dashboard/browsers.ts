import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser'
import { type Demo, findEmail } from '../demo'
import { open } from './pages'
import { type Check, openAs, playAsOwner, settle } from './sign-in'
import { findField, makeItem, press, seeClosed } from './writes/write'

/** What browsers do in different ways: storage, fields for days, where a key goes, and the menu of a phone. */
export async function checkBrowsers(browser: Browser, demo: Demo): Promise<string[]> {
  const played = await playAsOwner(browser, demo, [pressN, typeHalfDays, fillStorage])
  return [...played, ...(await denyStorage(browser, demo)), ...(await useMenu(browser, demo))]
}

/** `n` opens the form, is not typed into the search that has the focus then, and leaves the list as it is. */
const pressN: Check = async (page, demo) => {
  await open(page, demo, '/items?search=bolt')
  await page.getByRole('button', { name: 'New item' }).waitFor() // who may write has it
  await page.getByRole('heading', { name: 'Items', exact: true }).click()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'New item' }).waitFor()
  await page.keyboard.press('Escape')
  await seeClosed(page)
  assert.match(page.url(), /search=bolt/)
  await page.keyboard.press('/')
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/search=boltn|search=n/)
  assert.equal(await page.getByRole('dialog').count(), 0)
  console.log('browsers: n opened a form from the list, and was typed into the search')
}

/** Half a day is not a day, and not none: it changes no list, and makes no key that never expires. */
const typeHalfDays: Check = async (page, demo, client) => {
  const keys = (await client.listKeys()).data.length
  await open(page, demo, '/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await findField(page, 'Name').fill('Half a day')
  await findField(page, 'Last day').click()
  await page.keyboard.type('1')
  await press('Create key')(page)
  await page.getByText('Type the whole day, or clear it.').waitFor()
  assert.equal((await client.listKeys()).data.length, keys)
  await findField(page, 'Last day').fill('2030-05-09')
  await press('Create key')(page)
  await page.getByRole('dialog', { name: 'The key Half a day' }).getByRole('button', { name: /kept/i }).click()
  const row = page.getByRole('row').filter({ hasText: 'Half a day' })
  assert.match(await row.innerText(), /\b9\b.*2030|2030.*\b9\b/)
  await open(page, demo, '/log')
  await page.getByLabel('From').click()
  await page.keyboard.type('02')
  await settle(page)
  assert.equal(new URL(page.url()).search, '')
  console.log('browsers: half a day was no day')
}

/** Where nothing more can be kept, the work goes on, and a notice says that a reload forgets it. */
const fillStorage: Check = async (page, demo, client) => {
  await makeItem(client, 'FULL-COUNT')
  await page.addInitScript(`Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`)
  await open(page, demo, '/items?create=true')
  await findField(page, 'Name').fill('Unkept')
  await findField(page, 'SKU').fill('FULL-ITEM')
  await page.getByText(/keeps nothing of this page/).waitFor()
  await press('Create')(page)
  await page.getByRole('heading', { level: 1, name: 'Unkept' }).waitFor()
  await open(page, demo, '/stocktake?how=phone')
  await page.getByLabel('Code', { exact: true }).fill('FULL-COUNT')
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await page.getByLabel('How many are there?').fill('7')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.getByRole('button', { name: /^Change/ }).waitFor()
  console.log('browsers: with a full storage, an item was made and a shelf counted')
}

/** Where storage is denied, nobody can sign in: the page says why. */
async function denyStorage(browser: Browser, { baseUrl }: Demo): Promise<string[]> {
  const { context, page, watched } = await openPage(browser)
  await page.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`)
  await page.goto(`${baseUrl}/dashboard`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('alert')
    .getByText(/lets this page keep nothing/)
    .waitFor()
  await context.close()
  console.log('browsers: with a storage that is denied, the page said why nobody can sign in')
  return watched.messages
}

/** The menu of a phone is out of reach while it is closed; Esc and the page of now close it. */
async function useMenu(browser: Browser, demo: Demo): Promise<string[]> {
  const look = { width: 390, height: 844, scheme: 'light' } as const
  const { context, page, watched } = await openAs(browser, demo, findEmail(demo, 'professional', 'owner'), { look })
  const menu = page.getByRole('button', { name: 'More' })
  const home = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' })
  const closed = page.locator('nav[inert]')
  await closed.waitFor({ state: 'attached' })
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(`document.activeElement.closest('nav[aria-label=Pages]') === null`), true)
  }
  await page.evaluate('document.activeElement.blur()') // the link past the menu would lie over it
  await menu.click()
  await home.click()
  await closed.waitFor({ state: 'attached' })
  await menu.click()
  await home.click({ trial: true })
  await page.keyboard.press('Escape')
  await closed.waitFor({ state: 'attached' })
  await context.close()
  console.log('browsers: the menu of a phone was closed by Esc and by the page of now')
  return watched.messages
}

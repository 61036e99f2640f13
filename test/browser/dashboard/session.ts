import assert from 'node:assert/strict'
import type { Browser, Page, Request, Route } from 'playwright-core'
import type { Demo } from '../demo'
import { holdRequests } from './delay'
import { expireToken, playAsOwner, settle } from './sign-in'

/** The session is renewed once at a time; a provider that is away ends none; who is signed out can sign in again. */
export function checkSession(browser: Browser, demo: Demo): Promise<string[]> {
  const checks = [renewWhileAway, signInAgain, renewOnce, askWhileSigningOut]
  return playAsOwner(browser, demo, checks, /Failed to load resource|unauthorized|401 \S+ $/)
}

/** The token has expired, and the provider does not answer at first. */
async function renewWhileAway(page: Page): Promise<void> {
  let renewals = 0
  const fail = (route: Route) => {
    renewals += 1
    return renewals <= 2 ? route.abort('connectionreset') : route.continue()
  }
  await page.route('**/token', fail)
  await page.evaluate(expireToken)
  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByRole('row').getByRole('link').first().waitFor()
  await page.unroute('**/token', fail)
  assert.equal(renewals, 3)
  console.log('session: a provider that was away ended no session')
}

/** Home asks several things at once, with a token that has expired. A token for renewal works once. */
async function renewOnce(page: Page): Promise<void> {
  const renewals: string[] = []
  const count = (request: Request) => void (request.url().endsWith('/token') && renewals.push(request.url()))
  page.on('request', count)
  await page.evaluate(expireToken)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await settle(page)
  page.off('request', count)
  assert.equal(renewals.length, 1)
  console.log('session: several requests at once renewed it once')
}

const isApi = (baseUrl: string, url: string) => url.startsWith(baseUrl) && !url.includes('/dashboard')

async function signInAgain(page: Page, { baseUrl }: Demo): Promise<void> {
  const isOfApi = (url: URL) => isApi(baseUrl, url.href)
  const refuse = (route: Route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'The token has expired.' } } })
  await page.route(isOfApi, refuse)
  await page.getByRole('link', { name: 'Orders' }).click()
  const again = page.getByRole('button', { name: 'Sign in again' })
  await again.waitFor()
  await page.unroute(isOfApi, refuse)
  await again.click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await settle(page)
  console.log('session: who was signed out has signed in again, and is at the same page')
}

/** Tells when they are shown, and have had the time to ask. A page that is being left answers no question about it. */
const openItemsWithoutTokens = `(() => {
  const { clear } = Storage.prototype
  const areShown = () => document.querySelector('h1')?.textContent === 'Items'
  const tell = () => requestAnimationFrame(() => areShown() ? setTimeout(tellShown) : tell())
  Storage.prototype.clear = function () {
    clear.call(this)
    document.querySelector('a[href$="/items"]').click()
    tell()
  }
})()`

/** The page stays for a while after its tokens are gone, and asks nothing without one. */
async function askWhileSigningOut(page: Page, { baseUrl }: Demo): Promise<void> {
  const bare: string[] = []
  page.on('request', (request) => {
    if (isApi(baseUrl, request.url()) && request.headers().authorization === undefined) bare.push(request.url())
  })
  const { letGo } = await holdRequests(page, '**/session/end*')
  await page.exposeFunction('tellShown', letGo)
  await page.evaluate(openItemsWithoutTokens)
  await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true })
  await page.getByRole('heading', { name: 'Sign out' }).waitFor()
  assert.deepEqual(bare, [])
  console.log('session: nothing was asked without a token')
}

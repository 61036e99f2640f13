import assert from 'node:assert/strict'
import type { Browser, Page, Request, Route } from 'playwright-core'
import { createClient, type InventoryClient } from '../../../client'
import { waitFor } from '../../support/eventually'
import { type Demo, findEmail } from '../demo'
import { holdRequests } from './delay'
import { expireToken, getEmail, playAsOwner, putToken, settle } from './sign-in'

/** The session is renewed once at a time; a provider that is away ends none; who is signed out can sign in again. */
export function checkSession(browser: Browser, demo: Demo): Promise<string[]> {
  const ofAge = [makeKeyLate, comeBackAsAnother, endElsewhere]
  const checks = [renewWhileAway, signInAgain, renewOnce, ...ofAge, keepUntilAnswered, askWhileSigningOut]
  return playAsOwner(browser, demo, checks, /Failed to load resource|unauthorized|sign_in_required|401 \S+ $/)
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
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
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
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click()
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
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).click()
  const again = page.getByRole('button', { name: 'Sign in again' })
  await again.waitFor()
  await page.unroute(isOfApi, refuse)
  await again.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click() // the address is there already
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await settle(page)
  console.log('session: who was signed out has signed in again, and is at the same page')
}

/** Counts and an import of whoever has signed in here, counts of somebody else, and how columns were chosen. */
const putKept = `(async () => {
  const user = Object.entries(sessionStorage).find(([name]) => name.startsWith('oidc.user'))[1]
  const headers = { Authorization: 'Bearer ' + JSON.parse(user).access_token }
  const { company, person } = await (await fetch(location.pathname.split('/dashboard')[0] + '/account', { headers })).json()
  const row = { sku: 'A', name: 'A', counted: 1, expected: 2 }
  const counts = JSON.stringify({ id: 'x', rows: [row], isBooking: false })
  const keeper = company.id + ' ' + person.email
  localStorage.setItem('counts of ' + keeper, counts)
  localStorage.setItem('counts of cmp_1 other@example.com', counts)
  localStorage.setItem('columns of import', '[]')
  const opening = indexedDB.open('inventory')
  opening.onupgradeneeded = () => opening.result.createObjectStore('import')
  await new Promise((opened) => (opening.onsuccess = opened))
  const writing = opening.result.transaction('import', 'readwrite').objectStore('import').put({ person: keeper }, 'job')
  await new Promise((written) => (writing.onsuccess = written))
  opening.result.close()
})()`

/** Signing out asks first, and whoever cancels keeps all. */
async function keepUntilAnswered(page: Page, demo: Demo): Promise<void> {
  await page.evaluate(putKept)
  const before = await listKept(page, demo)
  assert.equal(before.length, 4)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out, and lose what is not sent?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  assert.deepEqual(await listKept(page, demo), before)
  console.log('session: signing out asked first, and kept what was not sent')
}

/** Of the dashboard, also where the page is the provider's by now. */
async function listKept(page: Page, { baseUrl }: Demo): Promise<string[]> {
  const { origins } = await page.context().storageState({ indexedDB: true })
  const kept = origins.find(({ origin }) => origin === new URL(baseUrl).origin)
  const names = kept?.localStorage.map(({ name }) => name).filter((name) => /^(counts|columns) of /.test(name)) ?? []
  return JSON.stringify(kept).includes('"key":"job"') ? [...names, 'an import'] : names
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
async function askWhileSigningOut(page: Page, demo: Demo): Promise<void> {
  const bare: string[] = []
  page.on('request', (request) => {
    if (isApi(demo.baseUrl, request.url()) && request.headers().authorization === undefined) bare.push(request.url())
  })
  const { letGo } = await holdRequests(page, '**/session/end*')
  await page.exposeFunction('tellShown', letGo)
  await page.evaluate(openItemsWithoutTokens)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out and delete them' }).click({ noWaitAfter: true })
  await page.getByRole('heading', { name: 'Sign out', exact: true }).waitFor()
  assert.deepEqual(bare, [])
  assert.deepEqual(await listKept(page, demo), ['counts of cmp_1 other@example.com'])
  console.log('session: nothing was asked without a token, and what was not sent is gone')
}

const hourMs = 3_600_000

/** A token of the person, as the provider makes it on another device, or made after a sign-in of then. */
async function makeToken({ issuer }: Demo, email: string, at = Date.now()): Promise<string> {
  const body = new URLSearchParams({ email, auth_time: String(Math.floor(at / 1_000)) })
  const answer = await fetch(`${issuer}/tokens`, { method: 'POST', body })
  return ((await answer.json()) as { token: string }).token
}

/** Opens the form of a key, with a token of a sign-in an hour ago, and sends it. */
async function askForKey(page: Page, demo: Demo, name: string): Promise<void> {
  await page.goto(`${demo.baseUrl}/dashboard/settings/keys?open=new`)
  const email = await page.evaluate<string>(getEmail)
  await page.evaluate(putToken(await makeToken(demo, email, Date.now() - hourMs)))
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alert').getByText('Sign in again to go on').waitFor()
  await page.getByRole('button', { name: 'Sign in again' }).click()
}

/** The form is open again afterwards, as it was, and sending it works. */
async function makeKeyLate(page: Page, demo: Demo): Promise<void> {
  await askForKey(page, demo, 'Price tags')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click() // the address is there already
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Price tags')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Revoke: Price tags' }).waitFor()
  assert.deepEqual(
    await page.evaluate(`Object.keys(sessionStorage).filter((name) => /^(draft|change) /.test(name))`),
    [],
  )
  console.log('session: an hour after signing in, a key was made by signing in again, with what was typed')
}

/** Who comes back as somebody else finds nothing of it. */
async function comeBackAsAnother(page: Page, demo: Demo): Promise<void> {
  const email = await page.evaluate<string>(getEmail)
  await askForKey(page, demo, 'Not for you')
  await signInAs(page, findEmail(demo, 'enterprise', 'member'))
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  assert.doesNotMatch(await page.evaluate('JSON.stringify(sessionStorage)'), /Not for you/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, email)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  console.log('session: somebody else who came back from the sign-in found nothing of what was typed')
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The owner ends all sessions on another device: this one is over, until the next sign-in. */
async function endElsewhere(page: Page, demo: Demo, client: InventoryClient): Promise<void> {
  const { person } = await client.getAccount()
  const open = async () => createClient({ baseUrl: demo.baseUrl, apiKey: await makeToken(demo, person.email) })
  await (await open()).signOutPerson(person.id)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).click()
  const again = page.getByRole('button', { name: 'Sign in again' })
  await again.waitFor()
  // A sign-in in the second of the end is refused, too.
  await waitFor(async () => await (await open()).getAccount().then(Boolean, () => false))
  await again.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await settle(page)
  console.log('session: sessions that were ended on another device were over here, until the next sign-in')
}

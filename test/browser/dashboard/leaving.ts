import assert from 'node:assert/strict'
import type { Browser, Page, Request } from 'playwright-core'
import type { Demo } from '../demo'
import { holdRequests } from './delay'
import { open } from './pages'
import { playAsOwner, settle } from './sign-in'

/** Longer than any pause of a page, such as that after typing. */
const longMs = 2_000

/** Who has gone to another page stays there, whatever still waited for an answer on the page before. */
export function checkLeaving(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, [leaveWhileTyping, leaveWhileSending])
}

/** A page that was asked for while a search waited is shown, however late its code comes. */
async function leaveWhileTyping(page: Page, demo: Demo): Promise<void> {
  const { held, letGo } = await holdRequests(page, /item-page-.*\.js/)
  await page.clock.install()
  await open(page, demo, '/items')
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + longMs)
  await page.getByRole('searchbox', { name: 'Search' }).fill('washer')
  await page.getByRole('row').getByRole('link').first().click({ noWaitAfter: true })
  await held
  await page.clock.runFor(longMs) // the search would be sent
  letGo()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  console.log('leaving: a page was opened while a search waited')
}

/** A new item opens its page, but not where somebody has gone on meanwhile. */
async function leaveWhileSending(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items?create=true')
  const { letGo } = await holdRequests(page, '**/items')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Left alone')
  await form.getByLabel('SKU').fill('LEFT-ALONE')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/items'))
  await form.getByRole('button', { name: 'Create' }).click()
  const answered = (await sent).response()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).click()
  await page.waitForURL(/\/orders/)
  letGo()
  assert.equal((await answered)?.status(), 201)
  await settle(page)
  assert.match(page.url(), /\/orders$/)
  console.log('leaving: an answer that came late took nobody back')
}

const late = /\/items\?.*search=washer&/
const isLate = (request: Request) => late.test(request.url())

/** Keeps each name that a frame of the page shows under the other search. */
const noteShown = `(() => {
  globalThis.shown = new Set()
  const note = () => {
    const links = location.search.includes('search=belt') ? document.querySelectorAll('tr a') : []
    for (const { textContent } of links) shown.add(textContent)
    requestAnimationFrame(note)
  }
  note()
})()`

/** What has come is shown by then, and noted. */
const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

export function checkSearch(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, [typeBeforeAnswer, orderByHead])
}

/** A search whose answer is late is never shown under another one. */
async function typeBeforeAnswer(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items')
  let asked = 0
  page.on('request', (request) => {
    if (isLate(request)) asked += 1
  })
  const ended = Promise.race([page.waitForEvent('requestfinished', isLate), page.waitForEvent('requestfailed', isLate)])
  const { held, letGo } = await holdRequests(page, late)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('washer')
  await held
  await page.evaluate(noteShown)
  await search.fill('belt')
  await page.waitForURL(/search=belt/)
  await page.getByRole('link', { name: /belt/i }).first().waitFor()
  letGo()
  await ended
  await page.evaluate(nextFrame)
  const shown = await page.evaluate<string[]>('[...shown]')
  assert.ok(shown.length > 0, 'nothing was shown')
  for (const name of shown) assert.match(name, /belt/i)
  assert.equal(asked, 1)
  console.log('search: a late answer was not shown')
}

/** The head of a column orders the list, then the other way, and says how it is ordered. */
async function orderByHead(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items?search=belt')
  const head = (direction: string) => page.locator(`th[aria-sort=${direction}]`)
  await head('ascending').filter({ hasText: 'Name' }).waitFor()
  for (const [sort, direction] of [
    ['quantity', 'ascending'],
    ['-quantity', 'descending'],
  ] as const) {
    await page.getByRole('button', { name: 'Quantity', exact: true }).click()
    await page.waitForURL(new RegExp(`search=belt.*sort=${sort}`))
    await head(direction).filter({ hasText: 'Quantity' }).waitFor()
  }
  console.log('search: the head of a column ordered the list, and said so')
}

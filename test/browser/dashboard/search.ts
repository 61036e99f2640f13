import assert from 'node:assert/strict'
import type { Browser, Page, Request } from 'playwright-core'
import type { Demo } from '../demo'
import { holdRequests } from './gate'
import { open } from './pages'
import { playAsOwner } from './sign-in'

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
  return playAsOwner(browser, demo, [typeBeforeAnswer])
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

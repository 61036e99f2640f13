import assert from 'node:assert/strict'
import type { Browser, Page, Request } from 'playwright-core'
import type { Demo } from '../demo'
import { holdRequests } from './gate'
import { open } from './pages'
import { playAsOwner } from './sign-in'

const late = /\/items\?.*search=washer&/
const isLate = (request: Request) => late.test(request.url())

/** Keeps each name that is shown under the other search, for however short a time. */
const noteShown = `(() => {
  globalThis.shown = new Set()
  const note = () => {
    if (!location.search.includes('search=belt')) return
    for (const link of document.querySelectorAll('tr a')) shown.add(link.textContent)
  }
  new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
})()`

export function checkSearch(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, (page) => typeBeforeAnswer(page, demo))
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
  await page.getByRole('row').getByRole('link').first().waitFor()
  letGo()
  await ended
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  const shown = await page.evaluate<string[]>('[...shown]')
  assert.ok(shown.length > 0)
  for (const name of shown) assert.match(name, /belt/i)
  assert.equal(asked, 1)
  console.log('search: a late answer was not shown')
}

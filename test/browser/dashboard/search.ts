import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page, Route } from 'playwright-core'
import type { Demo } from '../demo'
import { open } from './pages'
import { playAsOwner, settle } from './sign-in'

const lateMs = 2_000

export function checkSearch(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, (page) => typeBeforeAnswer(page, demo))
}

/** A search whose answer is late is never shown under another one. */
async function typeBeforeAnswer(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items')
  let held = 0
  const hold = async (route: Route) => {
    held += 1
    await sleep(lateMs)
    await route.continue().catch(() => {}) // it may have been cancelled
  }
  await page.route(/\/items\?.*search=washer&/, hold)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('washer')
  await page.waitForURL(/search=washer/)
  await search.fill('belt')
  await page.waitForURL(/search=belt/)
  for (const end = Date.now() + 2 * lateMs; Date.now() < end; await sleep(100)) {
    const names = await page.getByRole('row').getByRole('link').allInnerTexts()
    for (const name of names) assert.match(name, /belt/i)
  }
  await settle(page)
  assert.ok((await page.getByRole('row').getByRole('link').count()) > 0)
  assert.equal(held, 1)
  console.log('search: a late answer was not shown')
}

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Demo } from '../demo'
import { makeGate } from './gate'
import { open } from './pages'
import { playAsOwner, settle } from './sign-in'

const lateMs = 2_000

/** Who has gone to another page stays there, whatever still waited for an answer on the page before. */
export function checkLeaving(browser: Browser, demo: Demo): Promise<string[]> {
  return playAsOwner(browser, demo, async (page) => {
    await leaveWhileTyping(page, demo)
    await leaveWhileSending(page, demo)
  })
}

/** A page that was asked for while a search waited is shown, however late its code comes. */
async function leaveWhileTyping(page: Page, demo: Demo): Promise<void> {
  await page.route(/item-page-.*\.js/, async (route) => {
    await sleep(lateMs)
    await route.continue()
  })
  await open(page, demo, '/items')
  await page.getByRole('searchbox', { name: 'Search' }).fill('washer')
  await page.getByRole('row').getByRole('link').first().click({ noWaitAfter: true })
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  console.log('leaving: a page was opened while a search waited')
}

/** A new item opens its page, but not where somebody has gone on meanwhile. */
async function leaveWhileSending(page: Page, demo: Demo): Promise<void> {
  await open(page, demo, '/items?create=true')
  const gate = makeGate()
  await page.route('**/items', async (route) => {
    await gate.opened
    await route.continue()
  })
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Left alone')
  await form.getByLabel('SKU').fill('LEFT-ALONE')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/items'))
  await form.getByRole('button', { name: 'Create' }).click()
  const answered = (await sent).response()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.waitForURL(/\/orders/)
  gate.open()
  assert.equal((await answered)?.status(), 201)
  await settle(page)
  assert.match(page.url(), /\/orders$/)
  console.log('leaving: an answer that came late took nobody back')
}

import assert from 'node:assert/strict'
import type { Browser, Page, Route } from 'playwright-core'
import { createClient, type InventoryClient } from '../../../client'
import { makeLatch } from '../../support/latch'
import type { Demo } from '../demo'
import { loseAnswer, problem, readToken } from './faults'
import { hasten } from './gate'
import { open } from './pages'
import { playAsOwner, settle } from './sign-in'
import { countMovements, makeItem } from './writes/write'

const waitSeconds = 2

/** What somebody has given up is not done later, and nobody gets the answer of an earlier change for the next one. */
export async function checkCancelling(browser: Browser, demo: Demo): Promise<string[]> {
  const play = async (page: Page) => {
    const client = createClient({ baseUrl: demo.baseUrl, apiKey: await readToken(page) })
    await page.clock.install()
    for (const check of [cancelWhileWaiting, sellAgainBeforeAnswer, trashAgain]) await check(page, demo, client)
  }
  return playAsOwner(browser, demo, play, /Failed to load resource|It failed|_not_found"/)
}

type Check = (page: Page, demo: Demo, client: InventoryClient) => Promise<void>

const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** A sale that waits for the limit of requests is not sent any more. */
const cancelWhileWaiting: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-1')
  let sent = 0
  const refuse = (route: Route) => {
    sent += 1
    return sent === 1 ? route.fulfill(problem(429, { 'Retry-After': String(waitSeconds) })) : route.continue()
  }
  await page.route(/\/transactions$/, refuse)
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  await press(page, 'Sell')
  await page.getByText(/as many requests as your plan allows/).waitFor()
  await press(page, 'Cancel')
  await page.clock.runFor(2_000 * waitSeconds) // it would be sent again
  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByRole('row').getByRole('link').first().waitFor()
  await page.unroute(/\/transactions$/, refuse)
  assert.deepEqual([sent, await countMovements(client, 'CANCEL-1', ({ type }) => type === 'issue')], [1, 0])
  console.log('cancelling: a sale that waited was given up')
}

/** The answer to a sale that was given up is not taken for that to the next one, which keeps its key. */
const sellAgainBeforeAnswer: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-2')
  const sentUnder: string[] = []
  const gate = makeLatch()
  const answer = async (route: Route) => {
    const key = (await route.request().headerValue('Idempotency-Key')) ?? ''
    const isFirst = sentUnder.length === 0
    sentUnder.push(key)
    if (isFirst) {
      await gate.opened
      return route.continue().catch(() => {}) // it may have been cancelled
    }
    return sentUnder.length <= 5 ? loseAnswer(route) : route.continue()
  }
  await page.route(/\/transactions$/, answer)
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  const first = page.waitForRequest(/\/transactions$/)
  await press(page, 'Sell')
  await first
  await press(page, 'Cancel')
  await page.getByRole('button', { name: /^Sell: / }).click()
  await press(page, 'Sell')
  await hasten(page, page.getByText(/No answer came/).first())
  gate.open()
  await settle(page)
  await press(page, 'Sell')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.unroute(/\/transactions$/, answer)
  const [given, ...next] = sentUnder
  assert.deepEqual([next.length, new Set(next).size, next.includes(given ?? '')], [5, 1, false])
  console.log('cancelling: the next sale kept its key')
}

/** A yes that had no answer, and was given up, is asked anew the next time. */
const trashAgain: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-3')
  const path = new RegExp(`/items/${id}$`)
  const lose = (route: Route) => (route.request().method() === 'DELETE' ? loseAnswer(route) : route.fallback())
  await page.route(path, lose)
  await open(page, demo, `/items/${id}?trash=true`)
  await press(page, 'Move to trash')
  await hasten(page, page.getByText(/No answer came/).first())
  await page.unroute(path, lose)
  await client.restoreItem(id, {})
  await press(page, 'Cancel')
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await press(page, 'Move to trash')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal((await client.listTrash({ sku: 'CANCEL-3' })).pagination.total, 1)
  console.log('cancelling: what was restored meanwhile was moved to the trash again')
}

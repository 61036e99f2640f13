import assert from 'node:assert/strict'
import type { Browser, Route } from 'playwright-core'
import { makeLatch } from '../../support/latch'
import type { Demo } from '../demo'
import { hasten, holdRequests } from './delay'
import { loseAnswer, problem } from './faults'
import { open } from './pages'
import { type Check, playAsOwner, settle } from './sign-in'
import { takeClock } from './typing'
import { chooseMove, countMovements, makeItem, press, seeClosed } from './writes/write'

const waitSeconds = 2

/** The text of an answer is gone where the page has left meanwhile: then its status tells. */
const expected = /Failed to load resource|It failed|_not_found"|404 \S+ $|could not be loaded|404 .*trash-/

/** What somebody has given up is not done later, and nobody gets the answer of an earlier change for the next one. */
export function checkCancelling(browser: Browser, demo: Demo): Promise<string[]> {
  const leavings = [sellWithoutNetwork, openWithoutNetwork, leaveWhileSending, openWhatIsGone]
  const checks = [...leavings, takeClock, cancelWhileWaiting, sellAgainBeforeAnswer, trashAgain]
  return playAsOwner(browser, demo, checks, expected)
}

/** Without a network a sale is refused in words, and what was given up is not sent when the network is back. */
const sellWithoutNetwork: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-0')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  await page.context().setOffline(true)
  await press('Sell')(page)
  await page
    .getByText(/No answer came/)
    .first()
    .waitFor()
  await press('Cancel')(page)
  await page.context().setOffline(false)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
  await page.getByRole('row').getByRole('link').first().waitFor()
  await settle(page)
  assert.equal(await countMovements(client, 'CANCEL-0', ({ type }) => type === 'issue'), 0)
  console.log('cancelling: a sale without a network was given up')
}

/**
 * A page that was not loaded yet says so beside the menu, and opens when the network is back. The form of a movement
 * has come with the list.
 */
const openWithoutNetwork: Check = async (page, demo) => {
  const form = page.waitForResponse(/move-form-/)
  await open(page, demo, '/items')
  await form
  await page.context().setOffline(true)
  await chooseMove(page, 'Sell', /^More: /)
  await page
    .getByRole('dialog')
    .getByText(/No answer came/)
    .waitFor()
  await page.keyboard.press('Escape')
  await seeClosed(page)
  await page.getByRole('link', { name: 'Stocktake' }).click()
  await page.getByText('This page could not be loaded.').waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
  await page.getByRole('heading', { name: 'Items', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Stocktake' }).click()
  await page.getByText('This page could not be loaded.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Stocktake', exact: true }).waitFor()
  console.log('cancelling: a page that could not be loaded opened when the network was back')
}

/** What was sent goes on where somebody opens another page, and is told there. Cancel alone gives it up. */
const leaveWhileSending: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-LEFT')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  const { held, letGo } = await holdRequests(page, /\/transactions$/)
  await press('Sell')(page)
  await held
  await seeClosed(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  letGo()
  await page.getByText('Item CANCEL-LEFT: sold 1 · 99 left').waitFor()
  await page.unroute(/\/transactions$/)
  assert.equal((await client.getItem(id)).quantity, 99)
  console.log('cancelling: a sale that was left was told on the next page')
}

/** The file of a page is gone with a release: the dashboard is loaded anew, once. */
const openWhatIsGone: Check = async (page, demo) => {
  const gone = /\/trash-[0-9a-f]+\.js/
  await open(page, demo, '/items')
  await page.route(gone, (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('load', () => void loads++)
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Trash' }).click()
  await loaded
  await page.getByText('This page could not be loaded.').waitFor()
  await settle(page)
  assert.equal(loads, 1)
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
  console.log('cancelling: for a page that was gone, the dashboard was loaded anew, once')
}

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
  await press('Sell')(page)
  await page.getByText(/as many requests as your plan allows/).waitFor()
  await page.getByRole('button', { name: /^Sell: / }).click()
  await press('Cancel')(page)
  await page.clock.runFor(2_000 * waitSeconds) // it would be sent again
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
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
  await press('Sell')(page)
  await first
  await seeClosed(page)
  await page.getByRole('button', { name: /^Sell: / }).click()
  await press('Cancel')(page)
  await page.getByRole('button', { name: /^Sell: / }).click()
  await press('Sell')(page)
  await hasten(page, page.getByText(/No answer came/).first())
  gate.open()
  await settle(page)
  await press('Sell')(page)
  await page.getByText('Item CANCEL-2: sold 1').waitFor()
  await page.unroute(/\/transactions$/, answer)
  const [given, ...next] = sentUnder
  assert.deepEqual([next.length, new Set(next).size, next.includes(given ?? '')], [5, 1, false])
  console.log('cancelling: the next sale kept its key')
}

/** What had no answer is asked anew the next time: it may have been restored meanwhile. */
const trashAgain: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'CANCEL-3')
  const path = /\/items\/batch$/
  await page.route(path, loseAnswer)
  await open(page, demo, `/items/${id}`)
  await press('Move to trash', 'main')(page)
  await hasten(page, page.getByText(/No answer came/).first())
  await page.unroute(path, loseAnswer)
  await client.restoreItem(id, {})
  await page.reload()
  await press('Move to trash', 'main')(page)
  await page.getByText('Item CANCEL-3 is in the trash').waitFor()
  assert.equal((await client.listTrash({ sku: 'CANCEL-3' })).pagination.total, 1)
  console.log('cancelling: what was restored meanwhile was moved to the trash again')
}

import assert from 'node:assert/strict'
import type { Browser, Page, Request, Response, Route } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import { type Route as ApiRoute, routes } from '../../../functions/routes'
import { waitFor } from '../../support/eventually'
import { type Demo, findEmail } from '../demo'
import { hasten } from './delay'
import { open } from './pages'
import { openAs, openClient } from './sign-in'
import { itemWrites } from './writes/items'
import { orderWrites } from './writes/orders'
import { settingWrites } from './writes/settings'
import { snapshotWrites } from './writes/snapshots'
import type { Write, Writes } from './writes/write'

// What the API does wrong, at each write of the pages: nothing is done twice, somebody is told, nothing typed is lost.

/** `asked`: a request for the write has come. Those after it, with `times` more, go through. */
type Fault = {
  name: string
  times: number
  act: (route: Route) => Promise<void>
  /** What the page says meanwhile. */
  says: RegExp | null
}

/** An answer that the API gives in place of what was asked for. */
export const problem = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ error: { code: status === 429 ? 'rate_limited' : 'internal_error', message: 'It failed.' } }),
})

/** Lets the request through, and loses the answer. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** For the page, time passes before the answer: more than between any two of its own requests. */
async function answerLate(route: Route): Promise<void> {
  await route.request().frame().page().clock.runFor(10_000)
  await route.continue()
}

/** How often the client sends a request at most. */
const attempts = 4

const faults: Fault[] = [
  { name: '500 once', times: 1, act: (route) => route.fulfill(problem(500)), says: null },
  { name: '500 always', times: attempts, act: (route) => route.fulfill(problem(500)), says: /It failed/ },
  {
    name: '429 once',
    times: 1,
    act: (route) => route.fulfill(problem(429, { 'Retry-After': '1' })),
    says: /as many requests as your plan allows/,
  },
  { name: 'no answer, done', times: 1, act: loseAnswer, says: null },
  { name: 'never an answer, done', times: attempts, act: loseAnswer, says: /No answer came/ },
  { name: 'no network', times: attempts, act: (route) => route.abort('internetdisconnected'), says: /No answer came/ },
  { name: 'slow', times: 1, act: answerLate, says: null },
]

const all: Writes = { ...itemWrites, ...orderWrites, ...snapshotWrites, ...settingWrites }

/** Each fault at each write, or at those with these names. Returns what was wrong. */
export async function checkFaults(browser: Browser, demo: Demo, names: string[] | null): Promise<string[]> {
  const writes = Object.entries(all).filter(([name]) => names === null || names.includes(name))
  // What was deleted, and the answer lost, may be asked for by the page that shows it.
  const expected = /Failed to load resource|It failed|_not_found"|404 \S+ $/
  const { context, page, watched } = await openAs(browser, demo, findEmail(demo, 'enterprise', 'owner'), { expected })
  await page.clock.install()
  page.setDefaultTimeout(waitMs)
  const client = await openClient(page, demo)
  const problems: string[] = []
  for (const [name, write] of writes)
    for (const fault of faults)
      await tryFault(page, demo, { write, fault, client }).catch((error: Error) => {
        problems.push(`${name}, ${fault.name}: ${error.message}`)
      })
  console.log(`faults: ${writes.length * faults.length} cases, ${problems.length} broken`)
  await context.close()
  return [...problems, ...watched.messages]
}

type Case = { write: Write; fault: Fault; client: InventoryClient }

const waitMs = 40_000

async function tryFault(page: Page, demo: Demo, { write, fault, client }: Case): Promise<void> {
  const text = `fault-${Date.now()}`
  let left = fault.times
  const { method, path: template }: ApiRoute = routes[write.operation]
  const path = new RegExp(`${template.replaceAll(/\{\w+\}/g, '\\w+')}$`)
  const isIt = (request: Request) => request.method() === method && !isDryRun(request)
  const fail = (route: Route) => {
    if (!isIt(route.request()) || left === 0) return route.fallback()
    left -= 1
    return fault.act(route)
  }
  await open(page, demo, await write.prepare(client, text))
  await write.fill?.(page, text)
  await page.route(path, fail)
  const isDone = (answer: Response) => isIt(answer.request()) && path.test(answer.url()) && answer.status() < 400
  try {
    const done = page.waitForResponse(isDone, { timeout: 2 * waitMs })
    done.catch(() => {}) // where the case fails before
    await write.submit(page, text)
    const isAgain = fault.times === attempts
    const isEnded = isAgain && write.goOn !== undefined
    if (isEnded) await waitFor(async () => left === 0)
    else if (fault.says !== null) await see(page, fault.says, isAgain)
    if (isAgain) await tryAgain(page, write, text)
    await (write.see ?? seeCancelGone)(page, text)
    if (!isEnded) await done // else it may have been done before, so that nothing is sent
    assert.equal(left, 0, 'the fault has not happened')
    assert.equal(await write.count(client, text), 1, 'it was not done once')
  } finally {
    await page.unroute(path, fail)
  }
}

/** What is said after the last attempt stays. What is said before does not. */
async function see(page: Page, text: RegExp, isLast: boolean): Promise<void> {
  const said = page.getByText(text).first()
  if (isLast) await hasten(page, said)
  else await said.waitFor()
}

/** It goes to the address of the write, and writes nothing. */
const isDryRun = (request: Request) => /"dry_run":\s*true/.test(request.postData() ?? '')

/** What is secret is shown in a dialog of its own then. */
const seeCancelGone = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel/ })
    .waitFor({ state: 'hidden' })

/** After all attempts have failed, and after a reload, too: what was typed is there, and is sent once more. */
async function tryAgain(page: Page, write: Write, text: string): Promise<void> {
  if (write.typed) assert.equal(await write.typed(page, text), text, 'what was typed is lost')
  if (!write.isOneWay) {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (write.typed) assert.equal(await write.typed(page, text), text, 'what was typed is lost by a reload')
  }
  await (write.goOn ?? write.submit)(page, text)
}

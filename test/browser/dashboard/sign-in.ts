import type { Browser, Page } from 'playwright-core'
import { createClient, type InventoryClient } from '../../../client'
import { type Look, openPage } from '../browser'
import { type Demo, findEmail } from '../demo'

/** Signs in as this person, at the local provider, and waits for the first page. */
export async function signIn(page: Page, demo: Pick<Demo, 'baseUrl'>, email: string): Promise<void> {
  await enter(page, demo, email)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Signs in as somebody who may belong to no company. */
export async function enter(page: Page, { baseUrl }: Pick<Demo, 'baseUrl'>, email: string): Promise<void> {
  await page.goto(`${baseUrl}/dashboard`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Until nothing that the page shows is still to come. */
export async function settle(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}

type Opening = { look?: Look; expected?: RegExp; joins?: string }

/** What the console says of somebody of no company. */
const ofStranger = /Failed to load resource|unauthorized|401 \S+ $/

/**
 * Signs in as this person in a window of its own, at a desk. `expected`: what the console may say. `joins`: the company
 * that has invited the person, who accepts.
 */
export async function openAs(browser: Browser, demo: Demo, email: string, { look, expected, joins }: Opening = {}) {
  const sources = [expected, joins === undefined ? undefined : ofStranger].flatMap((each) => each?.source ?? [])
  const opened = await openPage(browser, look, sources.length > 0 ? new RegExp(sources.join('|')) : undefined)
  if (joins === undefined) await signIn(opened.page, demo, email)
  else {
    await enter(opened.page, demo, email)
    await opened.page.getByRole('button', { name: `Join ${joins}` }).click()
    await opened.page.getByText(joins).first().waitFor()
    await opened.page.getByRole('heading', { name: 'Home' }).waitFor()
  }
  return opened
}

const findPlace = `Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:'))`

/** Makes the token of the person who is signed in one that has expired. */
export const expireToken = `(() => {
  const place = ${findPlace}
  sessionStorage[place] = JSON.stringify({ ...JSON.parse(sessionStorage[place]), expires_at: 1 })
})()`

/** Gives the tab another access token. */
export const putToken = (token: string) => `(() => {
  const place = ${findPlace}
  sessionStorage[place] = JSON.stringify({ ...JSON.parse(sessionStorage[place]), access_token: '${token}' })
})()`

/** The address of whoever is signed in. */
export const getEmail = `JSON.parse(sessionStorage[${findPlace}]).profile.email`

/** With the token of the person who is signed in. */
export async function openClient(page: Page, { baseUrl }: Demo): Promise<InventoryClient> {
  const apiKey = await page.evaluate<string>(`JSON.parse(sessionStorage[${findPlace}]).access_token`)
  return createClient({ baseUrl, apiKey })
}

export type Check = (page: Page, demo: Demo, client: InventoryClient) => Promise<void>

/**
 * Plays as the owner of the company that may ask most often: a quick machine asks more in a minute than others may.
 * Returns what the console said, and should not. `expected`: what it may say.
 */
export async function playAsOwner(browser: Browser, demo: Demo, checks: Check[], expected = /^$/): Promise<string[]> {
  const email = findEmail(demo, 'enterprise', 'owner')
  const { context, page, watched } = await openAs(browser, demo, email, { expected })
  const client = await openClient(page, demo)
  for (const check of checks) await check(page, demo, client)
  await context.close()
  return watched.messages
}

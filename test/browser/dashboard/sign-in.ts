import type { Browser, Page } from 'playwright-core'
import { openContext, watch, wide } from '../browser'
import { type Demo, findEmail } from '../demo'

/** Signs in as this person, at the local provider, and waits for the first page. */
export async function signIn(page: Page, { baseUrl }: Pick<Demo, 'baseUrl'>, email: string): Promise<void> {
  await page.goto(`${baseUrl}/dashboard`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Until nothing that the page shows is still to come. */
export async function settle(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}

/**
 * Plays as the owner of a company, at a desk. Returns what the console said, and should not. `expected`: what it may
 * say.
 */
export async function playAsOwner(
  browser: Browser,
  demo: Demo,
  play: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<string[]> {
  const context = await openContext(browser, wide)
  const page = await context.newPage()
  const watched = watch(page, expected)
  await signIn(page, demo, findEmail(demo, 'professional', 'owner'))
  await play(page)
  await context.close()
  return watched.messages
}

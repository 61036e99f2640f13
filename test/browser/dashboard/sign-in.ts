import type { Page } from 'playwright-core'
import type { Demo } from '../demo'

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

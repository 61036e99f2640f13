import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createClient } from '../../../client'
import { openPage } from '../browser'
import { type Demo, findEmail } from '../demo'
import { settle, signIn } from './sign-in'

const minuteMs = 60_000

/** Works as somebody does who is in a hurry. Returns what is wrong: a request that the plan's limit has refused. */
export async function playStarter(browser: Browser, demo: Demo, minutes: number): Promise<string[]> {
  const { context, page, watched } = await openPage(browser)
  const sent: number[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(`${demo.baseUrl}/`) || response.url().includes('/dashboard')) return
    sent.push(Date.now())
    if (response.status() === 429)
      refused.push(`${response.request().method()} ${response.url()} was answered with 429`)
  })
  await signIn(page, demo, findEmail(demo, 'starter', 'owner'))
  const end = Date.now() + minutes * minuteMs
  const searches = await listNames(demo)
  for (let round = 0; Date.now() < end; round++) await workOn(page, searches[round % searches.length] ?? '')
  await context.close()
  console.log(
    `starter: ${sent.length} requests in ${minutes} min, at most ${countBusiest(sent)} in 60 s, ${refused.length} refused`,
  )
  return [...refused, ...watched.messages]
}

/** What somebody searches for, letter by letter: how names of items begin. */
async function listNames({ baseUrl, companies }: Demo): Promise<string[]> {
  const apiKey = companies.find(({ plan }) => plan === 'starter')?.key ?? ''
  const { data } = await createClient({ baseUrl, apiKey }).listItems({ limit: 10 })
  return data.map(({ name }) => name.split(',')[0] ?? name)
}

/** A search, an item, a movement and a look at Home, as fast as somebody works who reads what is shown: 25 s. */
async function workOn(page: Page, search: string): Promise<void> {
  const pause = () => sleep(4_000)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(search, { delay: 150 })
  await page.waitForURL((url) => url.search.includes('search='))
  await settle(page)
  await pause()
  const found = page.getByRole('link', { name: new RegExp(search, 'i') })
  await found.first().click()
  await page.getByRole('button', { name: 'Verify the quantity' }).waitFor()
  await pause()
  await page.getByRole('button', { name: /^Receive: / }).click()
  await page.getByLabel('Units received').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click()
  const told = page.getByText(/ now\.$/)
  await told.first().waitFor()
  await pause()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click()
  await settle(page)
  await pause()
}

/** The most within any 60 seconds. */
function countBusiest(times: number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + minuteMs).length))
}

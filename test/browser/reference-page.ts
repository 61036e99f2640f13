import type { Browser, Page } from 'playwright-core'
import { countViolations, findViolations } from './axe'
import { type Look, listForeign, openPage } from './browser'
import type { Demo } from './demo'

/** All that is folded is checked, too. Contrast is checked where axe can see it: where it is laid out. */
const unfold = `for (const each of document.querySelectorAll('details')) each.open = true
  for (const each of document.querySelectorAll('article, .operation')) each.style.contentVisibility = 'visible'`

const findClipped = `[document.documentElement, ...document.querySelectorAll('h1, h2, h3, h4, h5, .call')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ outerHTML }) => outerHTML.slice(0, 150))`

/** Opens the page at the part that the address names, and waits for that part's heading. */
export async function openReference(page: Page, url: string, { hash = '', heading = '' }): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url + hash)
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  if (hash !== '') await page.evaluate(`document.querySelector('${hash}').scrollIntoView()`)
}

/** Writes the key into the page, opens the operation's form, and sends it as it is. Returns the status. */
export async function tryOperation(page: Page, id: string, key: string): Promise<number> {
  await page.evaluate(`document.querySelector('#key').value = '${key}'`) // on a phone it is folded away
  await page.evaluate(`document.querySelector('#${id} form').closest('details').open = true`)
  const form = page.locator(`#${id} form`)
  await form.locator('[type=submit]').click()
  const status = form.getByRole('status').filter({ hasText: /^\d/ })
  await form.scrollIntoViewIfNeeded()
  return Number.parseInt(await status.innerText(), 10)
}

/** Checks it in one look. Returns what is wrong. */
export async function checkReferencePage(browser: Browser, { docsUrl, key }: Demo, look: Look): Promise<string[]> {
  const { context, page, watched } = await openPage(browser, look)
  const problems: string[] = []
  await openReference(page, docsUrl, { hash: '#list-items', heading: 'List items' })
  const status = await tryOperation(page, 'list-items', key)
  if (status !== 200) problems.push(`a bare call was answered with ${status}`)
  await page.evaluate(unfold)
  for (const clipped of await page.evaluate<string[]>(findClipped)) problems.push(`does not fit: ${clipped}`)
  const violations = await findViolations(page)
  console.log(`reference page, ${look.width} ${look.scheme}: ${countViolations(violations)}`)
  for (const { impact, text } of violations) if (/critical|serious/.test(impact)) problems.push(`${impact}: ${text}`)
  await context.close()
  return [...problems, ...watched.messages, ...listForeign(watched, [new URL(docsUrl).origin])]
}

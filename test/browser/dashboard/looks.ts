import type { Browser } from 'playwright-core'
import { findViolations } from '../axe'
import { type Look, listForeign, makeLooks } from '../browser'
import { type Demo, findEmail } from '../demo'
import { type Examples, makeExamples } from './examples'
import { pages, show } from './pages'
import { openAs } from './sign-in'

/** `.ci/run` turns them: six landings see all. */
export const looks = makeLooks([1280, 390, 320], 844)

/** What is wider than the page: an element that scrolls by itself may be. */
export const findWide = `document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)).slice(0, 3).concat('the page is wider than its window')
  : []`

/** Opens each page in each look, or in this one: axe, the width, the console, whom it asks. Returns what is wrong. */
export async function checkLooks(browser: Browser, demo: Demo, only: number | null): Promise<string[]> {
  const ids = await makeExamples(demo)
  const problems: string[] = []
  for (const look of looks.filter((_, index) => only === null || index === only))
    problems.push(...(await checkLook(browser, demo, { look, ids })))
  return problems
}

type Looked = { look: Look; ids: Examples }

async function checkLook(browser: Browser, demo: Demo, { look, ids }: Looked): Promise<string[]> {
  const { context, page, watched } = await openAs(browser, demo, findEmail(demo, 'enterprise', 'owner'), { look })
  const problems: string[] = []
  for (const name of Object.keys(pages)) {
    await show(page, demo, name, ids)
    for (const { impact, text } of await findViolations(page)) problems.push(`${name}: ${impact} ${text}`)
    for (const wide of await page.evaluate<string[]>(findWide)) problems.push(`${name}: ${wide}`)
  }
  await context.close()
  const foreign = listForeign(watched, [new URL(demo.baseUrl).origin, demo.issuer])
  console.log(
    `dashboard, ${look.width} ${look.scheme}: ${Object.keys(pages).length} pages, ${problems.length} problems`,
  )
  return [...problems, ...watched.messages, ...foreign].map((text) => `${look.width} ${look.scheme}: ${text}`)
}

import type { Browser, Page } from 'playwright-core'
import { findViolations } from '../axe'
import { type Look, listForeign, makeLooks } from '../browser'
import { type Demo, findEmail } from '../demo'
import { type Examples, makeExamples } from './examples'
import { open, pages, show } from './pages'
import { openAs } from './sign-in'

/** `.ci/run` turns them: six landings see all. */
export const looks = makeLooks([1280, 390, 320], 844)

/** What is wider than the page: an element that scrolls by itself may be. */
export const findWide = `document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)).slice(0, 3).concat('the page is wider than its window')
  : []`

/** Adds up how far what is shown moves by itself: https://web.dev/articles/cls. Not all browsers tell it. */
const watchShifts = `window.shift = 0
if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`
const maxShift = 0.1

/** Opens each page in each look, or in this one: axe, width, what moves, console, requests. Returns what is wrong. */
export async function checkLooks(browser: Browser, demo: Demo, only: number | null): Promise<string[]> {
  const ids = await makeExamples(demo)
  const problems: string[] = []
  for (const look of looks.filter((_, index) => only === null || index === only))
    problems.push(...(await checkLook(browser, demo, { look, ids })))
  return problems
}

async function checkLook(browser: Browser, demo: Demo, { look, ids }: { look: Look; ids: Examples }) {
  const { context, page, watched } = await openAs(browser, demo, findEmail(demo, 'enterprise', 'owner'), { look })
  await page.addInitScript(watchShifts)
  const problems: string[] = []
  for (const name of Object.keys(pages)) {
    await show(page, demo, name, ids)
    const shift = await page.evaluate<number>('shift')
    if (shift > maxShift) problems.push(`${name}: what is shown moves by ${shift}`)
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

/** Where a dialog is open, what is in it: the rest of the page waits. Of radio buttons, the keyboard gets one. */
const listControls = `(() => {
  const shown = [...document.querySelectorAll('[role=dialog]')].filter((each) => each.checkVisibility()).at(-1) ?? document
  const controls = 'a[href], button:not([disabled]), input:not([type=radio], [disabled]), select, textarea, summary'
  return [...shown.querySelectorAll(controls)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.closest('[aria-hidden=true]') && each.tabIndex >= 0)
})()`

const noteFocus = `document.activeElement.dataset.reached = 'yes'`
const listMissed = `${listControls}.filter((each) => each.dataset.reached === undefined).map((each) => each.outerHTML.slice(0, 120))`

/** Goes through each page by the Tab key, and by the keys of the shell. Returns what cannot be reached. */
export async function checkKeyboard(browser: Browser, demo: Demo): Promise<string[]> {
  const { context, page, watched } = await openAs(browser, demo, findEmail(demo, 'enterprise', 'owner'))
  const ids = await makeExamples(demo)
  const problems: string[] = []
  for (const name of Object.keys(pages)) {
    await show(page, demo, name, ids)
    const controls = await page.evaluate<number>(`${listControls}.length`)
    for (let pressed = 0; pressed < controls + 20; pressed++) {
      await page.keyboard.press('Tab')
      await page.evaluate(noteFocus)
    }
    for (const missed of await page.evaluate<string[]>(listMissed)) problems.push(`${name}: ${missed}`)
  }
  problems.push(...(await checkShortcuts(page, demo)))
  await context.close()
  console.log(`keyboard: ${Object.keys(pages).length} pages, ${problems.length} controls out of reach`)
  return [...problems, ...watched.messages]
}

const shortcuts: [keys: string[], heading: string][] = [
  [['g', 'h'], 'Home'],
  [['g', 'i'], 'Items'],
  [['g', 'o'], 'Orders'],
  [['g', 's'], 'Scan'],
  [['g', 'p'], 'Snapshots'],
  [['g', 'l'], 'Activity'],
  [['g', 't'], 'Trash'],
  [['g', 'e'], 'Plan'],
]

async function checkShortcuts(page: Page, demo: Demo): Promise<string[]> {
  const problems: string[] = []
  const isThere = (shown: Promise<void>, what: string) => shown.catch(() => void problems.push(what))
  for (const [keys, heading] of shortcuts) {
    await open(page, demo, '/trash')
    await page.locator('body').click({ position: { x: 600, y: 5 } })
    for (const key of keys) await page.keyboard.press(key)
    const shown = page.getByRole('heading', { name: heading }).first()
    await isThere(shown.waitFor(), `${keys.join(' ')} does not lead to ${heading}`)
    const told = page.locator('[aria-live=polite]', { hasText: heading })
    await isThere(told.waitFor({ state: 'attached' }), `${heading} is not read out`)
  }
  await checkMaking(page, demo, isThere)
  await page.keyboard.press('?')
  await isThere(page.getByRole('dialog', { name: 'Keyboard' }).waitFor(), '? shows no keys')
  return problems
}

/** `n` makes what the page lists. */
async function checkMaking(page: Page, demo: Demo, isThere: (shown: Promise<void>, what: string) => Promise<void>) {
  for (const [address, title] of [
    ['/trash', 'New item'],
    ['/snapshots', 'Take a snapshot'],
  ] as const) {
    await open(page, demo, address)
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: title })
    await isThere(form.waitFor(), `n opens no form ${title} at ${address}`)
    await page.keyboard.press('Escape')
    await isThere(form.waitFor({ state: 'hidden' }), `Esc does not close the form ${title}`)
  }
  await open(page, demo, '/orders')
  await page.locator('h1').focus() // the search has it
  await page.keyboard.press('n')
  const title = page.getByRole('heading', { level: 1, name: 'New order' })
  await isThere(title.waitFor(), 'n leads to no new order')
  await open(page, demo, '/trash')
}

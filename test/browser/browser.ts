import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium, firefox, type Page } from 'playwright-core'

export type Look = { width: number; height: number; scheme: 'light' | 'dark' }

const schemes = ['light', 'dark'] as const

/** Of each width, light and dark. */
export function makeLooks(widths: number[], height: number): Look[] {
  return widths.flatMap((width) => schemes.map((scheme) => ({ width, height, scheme })))
}

/** A desk. */
const wide: Look = { width: 1280, height: 900, scheme: 'light' }

/** By the name of an engine, the programs of this machine that it may be. The one that npm installs needs none. */
export const engines = { packaged: [], chromium: ['chromium', 'google-chrome'], firefox: ['firefox-esr', 'firefox'] }
export type Engine = keyof typeof engines

/**
 * What a context cannot be told in Firefox: a mouse points finely (4) and hovers (2), nothing moves by itself, and a
 * file that is saved takes no focus.
 */
const preferences = {
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'ui.prefersReducedMotion': 1,
  'browser.download.alwaysOpenPanel': false,
}

/** `camera`: a file of what the browser's camera sees, which Firefox cannot be given. */
export async function openBrowser({ engine = 'packaged', camera }: { engine?: Engine; camera?: string } = {}) {
  const executablePath = engine === 'packaged' ? await packaged.executablePath() : findProgram(engines[engine])
  // By WebDriver BiDi.
  if (engine === 'firefox')
    return firefox.launch({ executablePath, channel: 'moz-firefox', firefoxUserPrefs: preferences })
  const feed = camera === undefined ? [] : [`--use-file-for-fake-video-capture=${camera}`]
  const ofCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...feed]
  const flags = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', ...ofCamera]
  return chromium.launch({ executablePath, args: flags })
}

function findProgram(names: readonly string[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (found === undefined) throw new TypeError(`None of these programs is on this machine: ${names.join(', ')}.`)
  return found
}

function isFirefox(browser: Browser | null): boolean {
  return browser?.browserType().name() === 'firefox'
}

/** Chromium 156 answers these with a promise, and so does any browser here: nothing may hand the answer on. */
const answerScrolls = `for (const owner of [Element.prototype, window])
  for (const name of ['scroll', 'scrollBy', 'scrollIntoView', 'scrollTo'].filter((each) => each in owner)) {
    const scroll = owner[name]
    owner[name] = function (...options) {
      scroll.apply(this, options)
      return Promise.resolve()
    }
  }`

/** Playwright would set the value of a field in Firefox, which React does not notice, and it misses what is saved. */
const helpFirefox = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => {},
})
const { createObjectURL } = URL
URL.createObjectURL = (file) => {
  globalThis.saved = file
  return createObjectURL.call(URL, file)
}
const { click } = HTMLAnchorElement.prototype
HTMLAnchorElement.prototype.click = function () {
  globalThis.savedAs = this.download
  click.call(this)
}`

/** The file that a page saves at the end of what `begin` does. */
export async function download(page: Page, begin: () => Promise<void>): Promise<{ name: string; text: string }> {
  if (isFirefox(page.context().browser())) {
    await begin()
    return page.evaluate('saved.text().then((text) => ({ name: savedAs, text }))')
  }
  const begun = page.waitForEvent('download')
  await begin()
  const file = await begun
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

/** Holds a code before the camera. Where that can see no picture, it is typed. */
export async function readByCamera(page: Page, code: string): Promise<void> {
  if (!isFirefox(page.context().browser())) return page.getByRole('button', { name: 'Start the camera' }).click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

/** A page in a window of its own, with nothing stored. `expected`: what the console may say. */
export async function openPage(browser: Browser, { width, height, scheme }: Look = wide, expected?: RegExp) {
  const phone = width < 500
  const context = await browser.newContext({
    viewport: { width, height },
    ...(!isFirefox(browser) && {
      colorScheme: scheme,
      isMobile: phone,
      hasTouch: phone,
      reducedMotion: 'reduce',
      permissions: ['camera', 'clipboard-read', 'clipboard-write'],
    }),
  })
  await context.addInitScript(answerScrolls)
  if (isFirefox(browser)) await context.addInitScript(helpFirefox)
  const page = await context.newPage()
  return { context, page, watched: watch(page, expected) }
}

/** What a page asks for, and what the console has against it: violations of its policy, too. */
type Watched = { requests: string[]; messages: string[] }

/** `expected`: messages that belong to what the test does, such as a status that it makes the API answer. */
function watch(page: Page, expected: RegExp = /^$/): Watched {
  const watched: Watched = { requests: [], messages: [] }
  const note = (text: string) => {
    if (!expected.test(text)) watched.messages.push(text)
  }
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) watched.requests.push(request.url())
  })
  page.on('console', (message) => {
    if (['warning', 'error', 'assert'].includes(message.type())) note(`${message.text()} ${message.location().url}`)
  })
  page.on('response', async (response) => {
    if (response.status() >= 400)
      note(`${response.status()} ${response.url()} ${await response.text().catch(() => '')}`)
  })
  page.on('dialog', (dialog) => note(`a script has opened: ${dialog.message()}`))
  page.on('pageerror', ({ message }) => note(message))
  return watched
}

/** The requests that leave these origins. */
export function listForeign({ requests }: Watched, origins: string[]): string[] {
  return requests.filter((url) => !origins.includes(new URL(url).origin))
}

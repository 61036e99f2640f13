import { existsSync } from 'node:fs'
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

/** `camera`: a file of what the browser's camera sees, which Firefox cannot be given. */
export async function openBrowser({ engine = 'packaged', camera }: { engine?: Engine; camera?: string } = {}) {
  const executablePath = engine === 'packaged' ? await packaged.executablePath() : findProgram(engines[engine])
  if (engine === 'firefox') return firefox.launch({ executablePath, channel: 'moz-firefox' }) // by WebDriver BiDi
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

export function isFirefox(browser: Browser | null): boolean {
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

/** Playwright would set the value of a field in Firefox, which React does not notice: this types it, as elsewhere. */
const typeInFirefox = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => {},
})`

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
  if (isFirefox(browser)) await context.addInitScript(typeInFirefox)
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

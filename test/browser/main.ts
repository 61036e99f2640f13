import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Engine, engines, makeLooks, openBrowser } from './browser'
import { writeCameraPicture } from './camera-picture'
import { checkBrowsers } from './dashboard/browsers'
import { checkCancelling } from './dashboard/cancelling'
import { checkFaults } from './dashboard/faults'
import { playFirstDay, scannedSku } from './dashboard/first-day'
import { checkImports } from './dashboard/imports'
import { checkJoining } from './dashboard/joining'
import { checkLeaving, checkSearch } from './dashboard/leaving'
import { checkKeyboard, checkLooks, looks as dashboardLooks } from './dashboard/looks'
import { checkNotices } from './dashboard/notices'
import { checkScanner } from './dashboard/scanner'
import { checkSession } from './dashboard/session'
import { playStarter } from './dashboard/starter'
import { playWeek } from './dashboard/week'
import { type Demo, startDemo } from './demo'
import { checkReferencePage } from './reference-page'

// What npm installs is all that it needs.

type Options = { minutes: number; of: string[] | null; look: number | null }

/** Each returns what is wrong. */
const parts: Record<string, (browser: Browser, demo: Demo, options: Options) => Promise<string[]>> = {
  reference: async (browser, demo) => {
    const problems: string[] = []
    for (const look of makeLooks([1280, 390], 900))
      for (const problem of await checkReferencePage(browser, demo, look))
        problems.push(`${look.width} ${look.scheme}: ${problem}`)
    return problems
  },
  'first-day': playFirstDay,
  week: playWeek,
  search: checkSearch,
  leaving: checkLeaving,
  cancelling: checkCancelling,
  session: checkSession,
  joining: checkJoining,
  scanner: checkScanner,
  browsers: checkBrowsers,
  imports: checkImports,
  notices: checkNotices,
  looks: (browser, demo, { look }) => checkLooks(browser, demo, look),
  keyboard: checkKeyboard,
  faults: (browser, demo, { of }) => checkFaults(browser, demo, of),
  starter: (browser, demo, { minutes }) => playStarter(browser, demo, minutes),
}

const usage = `npm run test:browser [-- options]

Opens the pages of a local service in a browser, and does there what people do. Exit status 1 where something is wrong:
where axe finds a violation, what is shown does not fit, the console has a warning, or a page asks somebody else.

  --only PARTS  only these parts, such as week,session. They run in the order of the list below
  --look N      only the look N of ${dashboardLooks.length} of the part looks, from 0
  --of NAMES    only these writes of the part faults, such as 'sell,create an item'
  --engine NAME packaged, which npm installs (the default), or a program of this machine: chromium, firefox
  --minutes N   how long the part starter works within the limits of the smallest plan (default 1)


The parts: ${Object.keys(parts).join(', ')}.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      look: { type: 'string' },
      of: { type: 'string' },
      engine: { type: 'string', default: 'packaged' },
      minutes: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(usage)
  const chosen = chooseParts(values.only?.split(','))
  const of = values.of?.split(',') ?? null
  const engine = readEngine(values.engine)
  const options = { minutes: readMinutes(values.minutes), of, look: readLook(values.look) }
  const folder = mkdtempSync(join(tmpdir(), 'inventory-camera-'))
  const camera = join(folder, 'camera.y4m')
  await writeCameraPicture(camera, scannedSku, 'QRCode')
  const demo = await time('the start of the service', startDemo)
  const browser = await openBrowser({ engine, camera })
  const problems: string[] = []
  try {
    for (const [name, check] of chosen)
      for (const problem of await time(name, () => check(browser, demo, options))) problems.push(`${name}: ${problem}`)
  } catch (error) {
    await takePictures(browser).catch(console.error) // a page may be stuck
    throw error
  } finally {
    await browser.close()
    await demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function chooseParts(only: string[] = Object.keys(parts)) {
  const unknown = only.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0)
    throw new TypeError(`There is no part "${unknown.join('", "')}". The parts: ${Object.keys(parts).join(', ')}.`)
  return Object.entries(parts).filter(([name]) => only.includes(name))
}

function readEngine(text: string): Engine {
  if (!Object.hasOwn(engines, text)) throw new TypeError(`--engine must be one of: ${Object.keys(engines).join(', ')}`)
  return text as Engine
}

function readMinutes(text: string): number {
  const minutes = Number(text)
  if (!(minutes > 0)) throw new TypeError('--minutes must be a number above 0')
  return minutes
}

function readLook(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!Object.keys(dashboardLooks).includes(text))
    throw new TypeError(`--look must be a number from 0 to ${dashboardLooks.length - 1}`)
  return Number(text)
}

/** Prints how many seconds it took. */
async function time<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  try {
    return await act()
  } finally {
    console.log(`${name}: ${Math.round((performance.now() - begun) / 1_000)} s`)
  }
}

/** Of what is open, where a check has failed. */
async function takePictures(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = `dist/test/browser/failed-${index}.png`
    await page.screenshot({ path, fullPage: true })
    console.error(`${page.url()} looked like ${path}`)
  }
}

main().catch((error: Error) => {
  console.error(error instanceof TypeError ? error.message : (error.stack ?? error.message))
  process.exitCode = error instanceof TypeError ? 2 : 1
})

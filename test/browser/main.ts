import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Look, openBrowser } from './browser'
import { writeCameraPicture } from './camera-picture'
import { checkCancelling } from './dashboard/cancelling'
import { checkFaults } from './dashboard/faults'
import { playFirstDay, scannedSku } from './dashboard/first-day'
import { checkImports } from './dashboard/imports'
import { checkKeyboard } from './dashboard/keyboard'
import { checkLeaving } from './dashboard/leaving'
import { checkLooks } from './dashboard/looks'
import { checkNotices } from './dashboard/notices'
import { checkSearch } from './dashboard/search'
import { checkSession } from './dashboard/session'
import { playStarter } from './dashboard/starter'
import { playWeek } from './dashboard/week'
import { type Demo, startDemo } from './demo'
import { checkReferencePage } from './reference-page'

// What npm installs is all that it needs.

const usage = `npm run test:browser [-- --only PART]

Opens the pages of a local service in a browser, and does there what people do. Exit status 1 where something is wrong:
where axe finds a violation, what is shown does not fit, the console has a warning, or a page asks somebody else.

  --only PART   one of the parts: reference, first-day, week, search, leaving, cancelling, session,
                imports, notices, looks, keyboard, faults, starter
  --of NAMES    only these writes of the part faults, such as 'sell,create an item'
  --minutes N   how long the part starter works within the limits of the smallest plan (default 1)

  CHROMIUM      the browser's program (default that of @sparticuz/chromium)`

const looks: Look[] = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, height: 900, scheme })),
)

type Options = { minutes: number; of: string[] | null }

/** Each returns what is wrong. */
const parts: Record<string, (browser: Browser, demo: Demo, options: Options) => Promise<string[]>> = {
  reference: async (browser, demo) => {
    const problems: string[] = []
    for (const look of looks)
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
  imports: checkImports,
  notices: checkNotices,
  looks: checkLooks,
  keyboard: checkKeyboard,
  faults: (browser, demo, { of }) => checkFaults(browser, demo, of),
  starter: (browser, demo, { minutes }) => playStarter(browser, demo, minutes),
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      of: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(usage)
  const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name)
  if (chosen.length === 0) throw new TypeError(`There is no part "${values.only}".`)
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new TypeError('--minutes must be a number above 0')
  const folder = mkdtempSync(join(tmpdir(), 'inventory-camera-'))
  const camera = join(folder, 'camera.y4m')
  await writeCameraPicture(camera, scannedSku, 'QRCode')
  const demo = await startDemo()
  const browser = await openBrowser({ camera })
  const problems: string[] = []
  try {
    for (const [name, check] of chosen)
      for (const problem of await check(browser, demo, { minutes, of: values.of?.split(',') ?? null }))
        problems.push(`${name}: ${problem}`)
  } catch (error) {
    await takePictures(browser)
    throw error
  } finally {
    await browser.close()
    await demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
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

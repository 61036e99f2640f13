import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { type Look, listForeign, openBrowser, openPage } from './browser'
import { type Examples, makeExamples } from './dashboard/examples'
import { pages, show } from './dashboard/pages'
import { signIn } from './dashboard/sign-in'
import { type Demo, findEmail, startDemo } from './demo'
import { openReference, tryOperation } from './reference-page'

const usage = `npm run screenshots [-- --out DIR]

Opens the pages of a local service in Chromium, wide and narrow, light and dark, and writes what they look like. Fails
where a request leaves the origin, or the console has a warning.

  --out DIR   where the pictures go (default docs): those of the two pages in folders of their own, reference/ and
              dashboard/`

const sizes = [
  { name: 'wide', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const start = { hash: '', heading: 'Inventory API' }
const operation = {
  hash: '#create-transactions',
  heading: 'Move stock: one transaction, or up to 40 at once, all or none',
}

/** Takes the pictures of a page in one look. `keep`: writes what is shown now, under this name. */
type Take = (page: Page, demo: Demo, keep: Keep) => Promise<void>
type Keep = (name: string) => Promise<void>

let examples: Examples | undefined
const names = {
  name: 'Lantern, storm, red',
  sku: 'LSR',
  location: 'Aisle 7, shelf 2',
  supplier: 'Bright & Sons',
  note: 'Before the spring sale',
}

/** What looks as others do: lists of nothing, questions, steps of one page. */
const unpictured = new Set([
  ...['no-item', 'no-order', 'no-log', 'log-of-item', 'export-items'],
  ...['draft', 'edit-order', 'place-order', 'cancel-order', 'delete-order', 'close-order'],
  ...['take-snapshot', 'delete-snapshot', 'restore'],
  ...['import-report', 'stocktake-list', 'stocktake-file', 'stocktake-review', 'stocktake-count'],
])

const takes: Record<string, Take> = {
  reference: async (page, { docsUrl, key }, keep) => {
    await openReference(page, docsUrl, start)
    await keep('start')
    await openReference(page, docsUrl, operation)
    await keep('operation')
    const status = await tryOperation(page, 'list-items', key)
    await keep('call')
    if (status !== 200) throw new Error(`the call from the page was answered with ${status}`)
  },
  dashboard: async (page, demo, keep) => {
    await signIn(page, demo, findEmail(demo, 'enterprise', 'owner'))
    examples ??= await makeExamples(demo, names)
    for (const name of Object.keys(pages).filter((each) => !unpictured.has(each))) {
      await show(page, demo, name, examples)
      await keep(name)
    }
  },
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'docs' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return console.log(usage)
  const demo = await startDemo()
  const browser = await openBrowser()
  try {
    for (const folder of Object.keys(takes))
      for (const { name, width, height } of sizes)
        for (const scheme of schemes)
          await takeAll(browser, demo, {
            folder,
            look: { width, height, scheme },
            fileOf: (part) => join(values.out, folder, `${part}-${name}-${scheme}.png`),
          })
  } finally {
    await browser.close()
    await demo.stop()
  }
}

type Pictures = { folder: string; look: Look; fileOf: (part: string) => string }

async function takeAll(browser: Browser, demo: Demo, { folder, look, fileOf }: Pictures): Promise<void> {
  const { context, page, watched } = await openPage(browser, look)
  await takes[folder]?.(page, demo, async (part) => {
    mkdirSync(join(fileOf(part), '..'), { recursive: true })
    writeFileSync(fileOf(part), await page.screenshot())
    console.log(fileOf(part))
  })
  await context.close()
  const problems = [...listForeign(watched, [new URL(demo.docsUrl).origin, demo.issuer]), ...watched.messages]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

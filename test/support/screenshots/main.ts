import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from './browser'
import { startDemo } from './demo'
import { ReferencePage } from './reference-page'

const usage = `npm run screenshots [-- --out DIR]

Opens the reference page of a local service in Chromium, wide and narrow, light and dark, and writes what it looks like.
Pastes a key and sends a request from the page. Fails where a request leaves the origin, or the console has a warning.

  --out DIR   where the pictures go (default docs/reference)

  CHROMIUM    the browser's program (default that of @sparticuz/chromium)`

const sizes = [
  { name: 'wide', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]
const start = { hash: '', heading: 'Inventory API' }
const operation = {
  hash: '#create-transactions',
  heading: 'Move stock: one transaction, or up to 40 at once, all or none',
}
const schemes = ['light', 'dark'] as const

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'docs/reference' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return console.log(usage)
  mkdirSync(values.out, { recursive: true })
  const service = await startDemo()
  try {
    await takeAll(service, values.out)
  } finally {
    await service.stop()
  }
}

async function takeAll({ docsUrl, key }: { docsUrl: string; key: string }, out: string): Promise<void> {
  const browser = await openBrowser()
  try {
    const page = new ReferencePage(browser.page, docsUrl)
    for (const { name, width, height } of sizes) {
      for (const scheme of schemes) {
        const keep = async (part: string) => {
          writeFileSync(join(out, `${part}-${name}-${scheme}.png`), await page.takePicture())
          console.log(`${part}-${name}-${scheme}.png`)
        }
        await page.open({ width, height, scheme }, start)
        await keep('start')
        await page.open({ width, height, scheme }, operation)
        await keep('operation')
        const status = await page.tryOperation('list-items', key)
        await keep('call')
        console.log(`  the call from the page was answered with ${status}`)
        if (status !== 200) throw new Error('the call from the page was not answered with 200')
      }
    }
    report(page)
  } finally {
    await browser.close()
  }
}

function report({ requests, messages, origin }: ReferencePage): void {
  const foreign = requests.filter((url) => !url.startsWith(`${origin}/`))
  console.log(`${requests.length} requests, ${foreign.length} of them to other origins`)
  console.log(`${messages.length} warnings and errors in the console`)
  const problems = [...foreign, ...messages]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

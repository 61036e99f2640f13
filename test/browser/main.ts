import { readFileSync } from 'node:fs'
import { openBrowser } from '../support/screenshots/browser'
import { startDemo } from '../support/screenshots/demo'
import { ReferencePage } from '../support/screenshots/reference-page'

// Checks the reference page in a browser, wide and narrow, light and dark. What npm installs is all that it needs.

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, height: 900, scheme })),
)

/** All that is folded is checked, too. Contrast is checked where axe can see it: where it is laid out. */
const unfold = `for (const each of document.querySelectorAll('details')) each.open = true
  for (const each of document.querySelectorAll('article, .operation')) each.style.contentVisibility = 'visible'`

const findViolations = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ impact, id, nodes }) => ({ impact, text: id + ' ' + nodes.length + ' times: ' + nodes[0].html })))`

const findClipped = `[document.documentElement, ...document.querySelectorAll('h1, h2, h3, h4, h5, .call')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ outerHTML }) => outerHTML.slice(0, 150))`

type Violation = { impact: string; text: string }

const usage = `npm run test:browser

Opens the reference page in a browser, wide and narrow, light and dark. Exit status 1 where axe finds what is critical or
serious, where a title does not fit, a call fails, or the page asks somebody else for something.`

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return console.log(usage)
  const service = await startDemo()
  const browser = await openBrowser()
  const problems: string[] = []
  try {
    const page = new ReferencePage(browser.page, service.docsUrl)
    for (const look of looks) {
      const note = (text: string) => problems.push(`${look.width} ${look.scheme}: ${text}`)
      await page.open(look, { hash: '#list-items', heading: 'List items' })
      const status = await page.tryOperation('list-items', service.key)
      if (status !== 200) note(`a bare call was answered with ${status}`)
      await page.evaluate(unfold)
      for (const clipped of (await page.evaluate(findClipped)) as string[]) note(`does not fit: ${clipped}`)
      await page.evaluate(axe)
      const violations = (await page.evaluate(findViolations)) as Violation[]
      const counts = ['critical', 'serious', 'moderate', 'minor'].map(
        (impact) => `${violations.filter((each) => each.impact === impact).length} ${impact}`,
      )
      console.log(`${look.width} ${look.scheme}: ${counts.join(', ')}`)
      for (const { impact, text } of violations) if (/critical|serious/.test(impact)) note(`${impact}: ${text}`)
    }
    problems.push(...page.messages, ...page.requests.filter((url) => !url.startsWith(`${page.origin}/`)))
  } finally {
    await browser.close()
    await service.stop()
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

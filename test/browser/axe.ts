import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

export type Violation = { impact: string; text: string }

const find = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ impact, id, nodes }) => ({ impact, text: id + ' ' + nodes.length + ' times: ' + nodes[0].html })))`

/** What axe has against the page as it is now, with an example of each. */
export async function findViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe)
  return page.evaluate<Violation[]>(find)
}

/** How many there are of each impact. */
export function countViolations(violations: Violation[]): string {
  return ['critical', 'serious', 'moderate', 'minor']
    .map((impact) => `${violations.filter((each) => each.impact === impact).length} ${impact}`)
    .join(', ')
}

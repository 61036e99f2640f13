import { formatMonthTable, formatShop } from './month-table'
import { pricesOf } from './prices'
import { formatRequestTable } from './request-table'
import type { StackParts } from './stack-parts'
import { formatSwitchTable } from './switch-table'

const [start, end] = ['<!-- costs -->', '<!-- /costs -->']

/** The part of docs/costs.md that is computed. */
export function formatCosts(parts: StackParts): string {
  return [
    `Prices of ${pricesOf} (\`bench/costs/prices.ts\`); units as measured.`,
    formatRequestTable(parts),
    formatMonthTable(parts),
    formatShop(parts),
    formatSwitchTable(parts),
  ].join('\n\n')
}

/** Puts it between its marks. Throws where there are none. */
export function replaceCosts(page: string, costs: string): string {
  if (!page.includes(start) || !page.includes(end)) throw new Error('the page has no marks for the tables of costs')
  const [before, after] = [page.indexOf(start) + start.length, page.indexOf(end)]
  return `${page.slice(0, before)}\n\n${costs}\n\n${page.slice(after)}`
}

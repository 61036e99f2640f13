import { formatMonthTable, formatShop } from './month-table'
import { pricesOf } from './prices'
import { formatRequestTable } from './request-table'
import type { StackParts } from './stack-parts'
import { formatSwitchTable } from './switch-table'

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

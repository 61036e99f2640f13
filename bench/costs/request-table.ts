import { addBills, computeDollars } from './bill'
import { formatTable, money } from './format'
import { makeInvocation } from './invocations'
import { invocationBytes } from './log-lines'
import { makeGatewayLogs, makeLogBill } from './logs'
import { sizes } from './measured'
import type { StackParts } from './stack-parts'
import { getTutorialUsage, listUsages, type Usage } from './usage'

/** With its logs and traces. Without what depends on the company: processes that start, the authorizer, transfer. */
export function computeDollarsPerMillion(usage: Usage, parts: StackParts): number {
  const bill = addBills(
    { gatewayRequest: 1 },
    makeInvocation(usage, parts.gb.route),
    makeGatewayLogs(parts),
    makeLogBill(invocationBytes),
  )
  return 1_000_000 * computeDollars(bill)
}

export function formatRequestTable(parts: StackParts): string {
  const size = sizes.at(-1) ?? 0
  const usages = { ...listUsages(size), 'list items, the tutorial way': getTutorialUsage(size) }
  const rows = Object.entries(usages).map(([what, usage]) => {
    return [what, `${usage.reads}`, `${usage.writes}`, money(computeDollarsPerMillion(usage, parts))]
  })
  return formatTable([
    [`At ${size.toLocaleString('en')} items`, 'read units', 'write units', 'a million requests'],
    ...rows,
  ])
}

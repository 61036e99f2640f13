import { addBills, computeDollars } from './bill'
import { type Company, companies, shop } from './companies'
import { fill, formatTable, money } from './format'
import { addMonth, computeMonth } from './month'
import { alwaysFree } from './prices'
import { readStackParts, type StackParts } from './stack-parts'
import { makeWebhookMonth } from './webhooks'

const titles = [
  'A month',
  'lists / gets / movements',
  'requests, jobs, data',
  'logs, traces',
  'alarms, dashboard, metrics, secret',
  'list price',
  'less what is always free',
  'with a webhook',
  'without events',
  'the same, lists the tutorial way',
]

export function formatMonthTable(parts: StackParts): string {
  return formatTable([titles, ...companies.map((company) => makeRow(company, parts))], 2)
}

function makeRow(company: Company, parts: StackParts): string[] {
  const { lists, gets, moves } = company
  const month = computeMonth(company, parts)
  const dollars = [month.usage, month.logs, month.fixed, addMonth(month)].map((bill) => computeDollars(bill))
  const hooked = addBills(addMonth(month), makeWebhookMonth(company, parts))
  const silent = addMonth(computeMonth(company, readStackParts({ events: 'false' })))
  const tutorial = addMonth(computeMonth(company, parts, 'tutorial'))
  return [
    company.name,
    [lists, gets, moves].map((count) => count.toLocaleString('en')).join(' / '),
    ...[...dollars, computeDollars(addMonth(month), alwaysFree)].map(money),
    `${money(computeDollars(hooked))}, ${money(computeDollars(hooked, alwaysFree))}`,
    `${money(computeDollars(silent))}, ${money(computeDollars(silent, alwaysFree))}`,
    `${money(computeDollars(tutorial))}, ${money(computeDollars(tutorial, alwaysFree))}`,
  ]
}

/** Under which conditions a shop costs cents. */
export function formatShop(parts: StackParts): string {
  const compute = (of: StackParts, free = {}) => computeDollars(addMonth(computeMonth(shop, of)), free)
  const unwatched = compute(readStackParts({ alarms: 'false', dashboard: 'false' }))
  const bare = compute(readStackParts({ alarms: 'false', dashboard: 'false', metrics: 'false' }))
  return fill(`**A shop of 100 items costs ${money(compute(parts, alwaysFree))} a month, all included, where its stack is
    the only one of the AWS account.** At list price it costs ${money(compute(parts))}. Of that,
    ${money(compute(parts) - unwatched)} are for the alarms and the dashboard: AWS charges for them only where the
    account has others. A stack without them (\`-c alarms=false -c dashboard=false\`) costs ${money(unwatched)} at list
    price, and ${money(bare)} without our own metrics (\`-c metrics=false\`).`)
}

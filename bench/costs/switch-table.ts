import type { Switches } from '../../lib/switches'
import { addBills, type Bill, computeDollars, multiplyBill } from './bill'
import { makeLargestFixedBill } from './fixed'
import { formatTable, money } from './format'
import { invocationBytes } from './log-lines'
import { makeGatewayLogs, makeLogBill } from './logs'
import { prices } from './prices'
import { readStackParts, type StackParts } from './stack-parts'

const million = (bill: Bill) => `${money(computeDollars(multiplyBill(bill, 1_000_000)))} a million requests`

/** What a month of two stacks differs by, if every metric is sent in every hour. */
function compareFixed(more: StackParts, less: StackParts): string {
  const [high, low] = [more, less].map((parts) => computeDollars(makeLargestFixedBill(parts)))
  return money((high ?? 0) - (low ?? 0))
}

/** What each part of a stack costs at list price, whoever uses it, and how it is left out. */
export function formatSwitchTable(parts: StackParts): string {
  const { filterMetrics, ownMetrics, alarmMetrics, traceShare } = parts
  const without = (name: keyof Switches) => compareFixed(parts, readStackParts({ [name]: 'false' }))
  const detailed = readStackParts({ detailedMetrics: 'true' })
  const page = addBills({ gatewayRequest: 1, lambdaRequest: 1 }, makeGatewayLogs(parts), makeLogBill(invocationBytes))
  const rows = [
    ['reference page', '`docs`', 'true', `nothing; ${million(page)}, and data transfer`],
    ['access log', '`accessLog`', 'true', million({ ...makeGatewayLogs(parts), trace: 0 })],
    [`alarms, on ${alarmMetrics} metrics`, '`alarms`', 'true; dev: false', without('alarms')],
    ['dashboard', '`dashboard`', 'true; dev: false', without('dashboard')],
    [`${ownMetrics} metrics of our own, and the alarm about one`, '`metrics`', 'true', `at most ${without('metrics')}`],
    [
      `detailed metrics of ${detailed.detailedMethods} methods`,
      '`detailedMetrics`',
      'false',
      `at most ${compareFixed(detailed, parts)}`,
    ],
    ['traces', '`traces`', `${traceShare}; dev: 0`, million({ trace: traceShare })],
    ['logs of functions', '', '', million(makeLogBill(invocationBytes))],
    [`${filterMetrics} metrics taken from logs`, '', '', `at most ${money(filterMetrics * prices.customMetricMonth)}`],
    ['point-in-time recovery', '', '', `${money(prices.backupGbMonth)} a GB`],
    ['SNS, SQS, EventBridge, S3', '', '', 'less than a cent'],
  ]
  return formatTable([['Each part', 'its switch', 'default', 'a month, at list price'], ...rows], 3)
}

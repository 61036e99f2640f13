import { webhookMetrics } from '../../functions/metrics'
import type { Switches } from '../../lib/switches'
import { addBills, type Bill, computeDollars, multiplyBill } from './bill'
import { makeMillionEvents } from './events'
import { makeLargestFixedBill } from './fixed'
import { formatTable, money } from './format'
import { makeInvocationsBill, makeInvocationsLog } from './invocations'
import { invocationBytes } from './log-lines'
import { makeGatewayLogs, makeLogBill } from './logs'
import { alwaysFree, prices } from './prices'
import { readStackParts, type StackParts } from './stack-parts'
import { listSweeps, makeIdleWebhooks, makeMillionDeliveries } from './webhooks'

const million = (bill: Bill) => `${money(computeDollars(multiplyBill(bill, 1_000_000)))} a million requests`

/** What a month of two stacks differs by, if every metric is sent in every hour. */
function compareFixed(more: StackParts, less: StackParts): string {
  const [high, low] = [more, less].map((parts) => computeDollars(makeLargestFixedBill(parts)))
  return money((high ?? 0) - (low ?? 0))
}

function formatEvents(parts: StackParts): string {
  const silent = readStackParts({ events: 'false' })
  const alarms = money((parts.alarmMetrics - silent.alarmMetrics) * prices.alarmMetricMonth)
  const idle = money(computeDollars({ sqsRequest: makeIdleWebhooks(parts).sqsRequest ?? 0 }))
  const sweeps = addBills(...listSweeps(parts).flatMap((runs) => [makeInvocationsBill(runs), makeInvocationsLog(runs)]))
  return [
    `${money(computeDollars(makeMillionEvents(parts)))} a million events`,
    `${alarms} for the alarms`,
    `${idle} for asking their queue`,
    `${money(computeDollars(sweeps))} for looking for what is due`,
  ].join(', ')
}

function formatPeople(): string {
  const { activePersonMonth: free = 0 } = alwaysFree
  return `nothing for the first ${free.toLocaleString('en')} who sign in, then ${money(1_000 * prices.activePersonMonth)} a thousand`
}

/** Of a first visit, files that the browser then keeps, and of each later one the page alone. */
const filesOfFirstVisit = 8

/** Without the requests that the page sends to the API: they are billed as those of a key. */
function formatViews(page: Bill): string {
  const [first, later] = [filesOfFirstVisit, 1].map((files) => {
    return `$${computeDollars(multiplyBill(page, files * 1_000)).toFixed(3)}`
  })
  return `${later} a thousand views, ${first} a thousand first visits, and data transfer`
}

function formatDeliveries(parts: StackParts): string {
  const metrics = money(Object.keys(webhookMetrics).length * prices.customMetricMonth)
  return `${money(computeDollars(makeMillionDeliveries(parts)))} a million deliveries, at most ${metrics} for two metrics`
}

/** What each part of a stack costs at list price, whoever uses it, and how it is left out. */
export function formatSwitchTable(parts: StackParts): string {
  const { filterMetrics, ownMetrics, alarmMetrics, traceShare } = parts
  const without = (name: keyof Switches) => compareFixed(parts, readStackParts({ [name]: 'false' }))
  const detailed = readStackParts({ detailedMetrics: 'true' })
  const page = addBills({ gatewayRequest: 1, lambdaRequest: 1 }, makeGatewayLogs(parts), makeLogBill(invocationBytes))
  const rows = [
    ['reference page', '`docs`', 'true', `nothing; ${million(page)}, and data transfer`],
    ['request log', '`requestLog`', 'true', million({ ...makeGatewayLogs(parts), trace: 0 })],
    [`alarms, on ${alarmMetrics} metrics`, '`alarms`', 'true; dev: false', without('alarms')],
    ['bus, stream, webhooks and what joins them', '`events`', 'true', formatEvents(parts)],
    ['deliveries to webhooks', '`events`', 'true', formatDeliveries(parts)],
    ['people who sign in, at a user pool of Amazon Cognito', '`people`', 'true', formatPeople()],
    ['their dashboard', '`people`', 'true', formatViews(page)],
    [
      'master key, for secrets of webhooks and keys',
      '`events`, `people`',
      'true',
      money(parts.secrets * prices.secretMonth),
    ],
    ['dashboard of graphs', '`dashboard`', 'true; dev: false', without('dashboard')],
    [
      `${ownMetrics} metrics of our own, and the alarms about five`,
      '`metrics`',
      'true',
      `at most ${without('metrics')}`,
    ],
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
    ['SNS, the queue of failures, schedules, S3', '', '', 'less than a cent'],
  ]
  return formatTable([['Each part', 'its switch', 'default', 'a month, at list price'], ...rows], 3)
}

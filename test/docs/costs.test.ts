import { readFileSync } from 'node:fs'
import { computeDollars } from '../../bench/costs/bill'
import { companies, countChanges, shop } from '../../bench/costs/companies'
import { makeFixedBill, makeLargestFixedBill } from '../../bench/costs/fixed'
import { countAccessBytes } from '../../bench/costs/log-lines'
import { addMonth, computeMonth } from '../../bench/costs/month'
import { formatCosts } from '../../bench/costs/page'
import { drawPlots } from '../../bench/costs/plots'
import { alwaysFree, type Billed, prices } from '../../bench/costs/prices'
import { readStackParts, type StackParts } from '../../bench/costs/stack-parts'
import { makeMillionDeliveries, makeWebhookMonth } from '../../bench/costs/webhooks'
import { replaceMarked } from '../../bench/marked-part'
import { commonMetrics } from '../../functions/store/metrics'
import { accessLogFormat } from '../../lib/monitoring/logs'
import { rehearse } from '../support/rehearse'

const parts = readStackParts()

rehearse('the tables of docs/costs.md are what npm run bench -- costs computes', () => {
  const page = readFileSync('docs/costs.md', 'utf8')
  expect(replaceMarked(page, 'costs', formatCosts(parts))).toBe(page)
})

test('a page without marks is refused', () => {
  expect(() => replaceMarked('# Inventory', 'costs', 'tables')).toThrow('no marks')
})

test('the plots show what is in the tables', () => {
  const { cost, latency } = drawPlots(parts)
  const numbers = (svg: string) => svg.match(/<path d="[^"]+"/g)
  expect(numbers(cost)).toEqual(numbers(readFileSync('docs/cost.svg', 'utf8')))
  expect(numbers(latency)).toEqual(numbers(readFileSync('docs/latency.svg', 'utf8')))
})

test('the parts of a stack are those of its template', () => {
  const { length: ownMetrics } = Object.keys(commonMetrics)
  const metrics = { alarmMetrics: 16, filterMetrics: 3, detailedMethods: 0, traceShare: 0.05, ownMetrics }
  expect(parts).toMatchObject({ events: true, webhooks: true, secrets: 1, dashboards: 1, ...metrics })
  expect(parts.gb).toEqual({ route: 1, nightly: 1, worker: 2 })
})

const loadHours = 0.25
const computeFixed = (of: StackParts) => computeDollars(makeFixedBill(of, loadHours))

rehearse.each([
  ['alarms', 16 * prices.alarmMetricMonth],
  // The age of events, and two of webhooks; five pollers of their queue, three calls a minute each. The master key
  // stays with people.
  ['events', 3 * prices.alarmMetricMonth + 15 * 60 * 24 * 30 * prices.sqsRequest],
  ['dashboard', prices.dashboardMonth],
  ['metrics', (loadHours + 7 * 0.01) * prices.customMetricMonth + 5 * prices.alarmMetricMonth], // that alarms are about
])('without %s, a month costs as much less as they cost', (name, price) => {
  expect(computeFixed(parts) - computeFixed(readStackParts({ [name]: 'false' }))).toBeCloseTo(price, 10)
})

rehearse('detailed metrics cost $0.30 for each of five metrics of each method', () => {
  const detailed = readStackParts({ detailedMetrics: 'true' })
  expect(detailed.detailedMethods).toBeGreaterThan(60)
  const difference = computeDollars(makeLargestFixedBill(detailed)) - computeDollars(makeLargestFixedBill(parts))
  expect(difference).toBeCloseTo(detailed.detailedMethods * 5 * 0.3, 10)
})

rehearse('without webhooks, a company pays for one lookup a batch, its stack for the key and the sweep', () => {
  const [here, silent] = [parts, readStackParts({ events: 'false' })].map((of) => computeMonth(shop, of))
  const changes = countChanges(shop)
  const sweeps = 6 * 24 * 30
  const more = (name: Billed) => (here?.usage[name] ?? 0) - (silent?.usage[name] ?? 0)
  expect(more('readUnit')).toBe(changes + sweeps * 8)
  expect([more('writeUnit'), more('sqsRequest'), more('secretRequest')]).toEqual([0, 0, 0])
  expect(more('lambdaRequest')).toBeCloseTo(changes + sweeps, 6)
  expect(here?.fixed.customMetricMonth).toBe(silent?.fixed.customMetricMonth)
})

test('a month with a webhook counts each of its deliveries, and without events it costs nothing', () => {
  const dollars = computeDollars(makeWebhookMonth(shop, parts))
  expect(dollars).toBeGreaterThan(0)
  expect(computeDollars(makeWebhookMonth(shop, { ...parts, webhooks: false }))).toBe(0)
  const [month, million] = [makeWebhookMonth(shop, parts), makeMillionDeliveries(parts)]
  expect(month.writeUnit).toBeCloseTo(((million.writeUnit ?? 0) * countChanges(shop) * 1.05) / 1_000_000, 6)
})

rehearse('without an access log and traces, a shop pays for nothing of them', () => {
  const { logs } = computeMonth(shop, parts)
  const bare = computeMonth(shop, readStackParts({ accessLog: 'false', traces: '0' })).logs
  expect(bare.trace).toBe(0)
  const bytes = 11_020 * countAccessBytes(parts.accessLogFormat ?? '')
  expect((logs.logGb ?? 0) - (bare.logGb ?? 0)).toBeCloseTo(bytes / 1e9, 10)
})

test('a variable of the access log whose length is not known is refused', () => {
  expect(countAccessBytes(accessLogFormat.toString())).toBeGreaterThan(300)
  expect(() => countAccessBytes('{"ip":"$context.identity.sourceIp"}')).toThrow('$context.identity.sourceIp')
})

test.each(companies)('$name: nothing that is always free is paid for, and nothing is free below zero', (company) => {
  const month = addMonth(computeMonth(company, parts))
  const free = computeDollars(month, alwaysFree)
  expect(free).toBeLessThan(computeDollars(month))
  expect(free).toBeGreaterThan(computeDollars({ gatewayRequest: month.gatewayRequest ?? 0 }))
})

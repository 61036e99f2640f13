import { readdirSync, readFileSync } from 'node:fs'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { transformSync } from 'esbuild'
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
import { operations } from '../../client/generated/methods'
import { eventTypes } from '../../functions/domain/log/event-types'
import { commonMetrics } from '../../functions/metrics'
import { requestLogFormat } from '../../lib/monitoring/logs'
import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'
import { runProgram } from '../support/command'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { makeApp } from '../support/template'

// What single documents promise.

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts, version }: { scripts: Record<string, string>; version: string } = JSON.parse(read('package.json'))

test('the README has at most 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
})

test('the README of the client names every call', () => {
  const text = read('client/README.md')
  expect(Object.keys(operations).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

// docs/checks.md says that each of its commands has `--help`.
const named = [...read('docs/checks.md').matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name)
const programs = [...new Set(named)].flatMap((name = '') => {
  const [, file] = /^node --import tsx (\S+)/.exec(scripts[name] ?? '') ?? []
  return file === undefined ? [] : [[name, file] as const]
})

test.each(chooseCases(programs, 1, chooseSeed()))('npm run %s has --help', async (name, file) => {
  const { status, stdout } = await runProgram(file, ['--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
})

test('the changelog and the packages name one release', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  expect(JSON.parse(read('client/package.json')).version).toBe(version)
})

// The example of docs/event-bus.md is an app that synthesizes, and its rule selects what it says.

/**
 * The app of tests writes where the run tidies up. Its `chooseSize` leaves CloudFormation's rules, which take most of
 * the time, to `npm run test:thorough`.
 */
function runExample(): Template {
  const [, source = ''] = /```ts\n(.+?)```/s.exec(read('docs/event-bus.md')) ?? []
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  return Template.fromStack(new Function('require', `${code}\nreturn stack`)(giveApp(require)))
}

function giveApp(load: (name: string) => object) {
  const App = function App() {
    return makeApp()
  }
  return (name: string) => (name === 'aws-cdk-lib' ? { ...load(name), App } : load(name))
}

rehearse('the example mails what has become low, and nothing else', () => {
  const template = runExample()
  const [rule] = Object.values(template.findResources('AWS::Events::Rule'))
  if (!rule) throw new Error('the example has a rule')
  const pattern: EventPattern = rule.Properties.EventPattern
  const selected = eventTypes.filter((type) => matchesPattern(pattern, { source: 'inventory', 'detail-type': type }))
  expect(selected).toEqual(['item.low_stock'])
  expect(rule.Properties.EventBusName).toBe('EVENT_BUS_NAME')
  const { InputPathsMap, InputTemplate } = rule.Properties.Targets[0].InputTransformer
  expect(Object.values(InputPathsMap)).toContain('$.detail.data.object.reorder_point')
  expect(InputTemplate).toMatch(/^"<.+> \(<.+>\) is low: <.+> left, to be reordered at <.+>\."$/)
  template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'buyer@example.com' })
  const publish = { Action: 'sns:Publish', Principal: { Service: 'events.amazonaws.com' } }
  const PolicyDocument = Match.objectLike({ Statement: Match.arrayWith([Match.objectLike(publish)]) })
  template.hasResourceProperties('AWS::SNS::TopicPolicy', { PolicyDocument })
})

// The guides for owners say which buttons to press: in bold, as the dashboard names them.

const folder = 'docs/guides/owners'
const guides = readdirSync(folder)

const sources = readdirSync('dashboard/src', { recursive: true, encoding: 'utf8' })
const tables = ['functions/domain/items/item-fields.ts', 'functions/domain/orders/order-fields.ts']
const texts = [...sources.filter((path) => path.endsWith('texts.ts')).map((path) => `dashboard/src/${path}`), ...tables]

/** All texts of the dashboard, whole, and the labels of fields. `…` stands for what a text is filled with. */
const names = new Set(
  [
    ...texts
      .map(read)
      .join('\n')
      .matchAll(/'([^'\n]+)'|`([^`\n]+)`/g),
  ].map(([, plain, filled = '']) => {
    return plain ?? filled.replaceAll(/\$\{[^}]*\}/g, '…')
  }),
)

test.each(guides)('%s: one heading, steps, no more than 3 KB, what the dashboard has, and in the list', (name) => {
  const text = read(`${folder}/${name}`)
  expect(text.match(/^# .+/gm)).toEqual([text.split('\n')[0]])
  expect(text).toMatch(/^1\. /m)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1_024)
  const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, part = '']) => part.replaceAll(/\s+/g, ' '))
  expect(bold.length).toBeGreaterThan(10)
  expect(bold.filter((part) => !names.has(part))).toEqual([])
  expect(read('docs/dashboard.md')).toContain(`](guides/owners/${name})`)
})

// The tables of docs/costs.md, and its plots.

const parts = readStackParts()

rehearse('the tables of docs/costs.md are what npm run bench -- costs computes', () => {
  const page = read('docs/costs.md')
  expect(replaceMarked(page, 'costs', formatCosts(parts))).toBe(page)
})

test('a page without marks is refused', () => {
  expect(() => replaceMarked('# Inventory', 'costs', 'tables')).toThrow('no marks')
})

test('the plots show what is in the tables', () => {
  const { cost, latency } = drawPlots(parts)
  const numbers = (svg: string) => svg.match(/<path d="[^"]+"/g)
  expect(numbers(cost)).toEqual(numbers(read('docs/cost.svg')))
  expect(numbers(latency)).toEqual(numbers(read('docs/latency.svg')))
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

rehearse('without a request log and traces, a shop pays for nothing of them', () => {
  const { logs } = computeMonth(shop, parts)
  const bare = computeMonth(shop, readStackParts({ requestLog: 'false', traces: '0' })).logs
  expect(bare.trace).toBe(0)
  const bytes = 11_020 * countAccessBytes(parts.requestLogFormat ?? '')
  expect((logs.logGb ?? 0) - (bare.logGb ?? 0)).toBeCloseTo(bytes / 1e9, 10)
})

test('a variable of the request log whose length is not known is refused', () => {
  expect(countAccessBytes(requestLogFormat.toString())).toBeGreaterThan(300)
  expect(() => countAccessBytes('{"ip":"$context.identity.sourceIp"}')).toThrow('$context.identity.sourceIp')
})

test.each(companies)('$name: nothing that is always free is paid for, and nothing is free below zero', (company) => {
  const month = addMonth(computeMonth(company, parts))
  const free = computeDollars(month, alwaysFree)
  expect(free).toBeLessThan(computeDollars(month))
  expect(free).toBeGreaterThan(computeDollars({ gatewayRequest: month.gatewayRequest ?? 0 }))
})

import * as z from 'zod'
import { planNames } from '../../functions/domain/companies/plan'
import { metrics } from '../../functions/metrics'
import { keys } from '../../functions/store/table/schema'
import { queryPartitions } from '../../functions/store/table/table'
import { requestLogFormat } from '../../lib/monitoring/logs'
import { readResources } from '../../local/template'
import { waitFor } from '../support/eventually'
import { type EngineCall, type Fate, lost } from '../support/faults/faulty-engine'
import { startFaultyService } from '../support/faults/faulty-service'
import { decideFate } from '../support/faults/kinds'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { noon } from '../support/table'

// Each metric of our own is provoked as it comes about, and read from the log as CloudWatch reads it.

let fateOf: (call: EngineCall) => Fate | null = () => null
const reports: { line: object; logGroup: string }[] = []
const onReport = (line: string, logGroup: string) => reports.push({ line: JSON.parse(line), logGroup })

const service = useService(() => startFaultyService((call) => fateOf(call), { workersPerFunction: 1, onReport }))
beforeEach(() => {
  fateOf = () => null
  reports.splice(0)
})

type Told = { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }
type Line = { service: string; _aws: { CloudWatchMetrics: Told[] } } & Record<string, unknown>

/** What the log says since the last call, by metric: the value of each line. */
function takeMetrics(): Record<string, number[]> {
  const lines: Line[] = service.logs
    .splice(0)
    .flatMap((text) => text.split('\n'))
    .filter((text) => text.includes('"_aws"'))
    .map((text) => JSON.parse(text))
  const found: Record<string, number[]> = {}
  for (const line of lines)
    for (const { Namespace, Dimensions, Metrics } of line._aws.CloudWatchMetrics) {
      expect([Namespace, Dimensions, line.service]).toEqual(['Inventory-dev', [['service']], 'inventory'])
      for (const { Name, Unit } of Metrics) {
        expect([Name, Unit]).toEqual([Name, metrics[Name as keyof typeof metrics].unit])
        found[Name] = [...(found[Name] ?? []), Number(line[Name])]
      }
    }
  return found
}

/** Lets what `fate` decides happen to the first call that matches. */
function meetOnce(matches: (call: EngineCall) => boolean, fate: (call: EngineCall) => Fate): void {
  let met = false
  fateOf = (call) => {
    if (met || !matches(call)) return null
    met = true
    return fate(call)
  }
}
const refused: Fate = { arrives: false, answer: { status: 400, type: 'ValidationException' } }
/** The call arrives, and its answer is so late. */
const passing = (ms: number): Fate => ({
  arrives: true,
  after: async () => service.setTime(noon + ms),
  answer: 'whole',
})
const isCommit = ({ operation }: EngineCall) => operation === 'TransactWriteItems'

async function openCompany() {
  const { call, client, company } = await createCompanyWithKey(service)
  const item = await client.createItem({ name: 'Bolt', sku: 'B', quantity: 10 })
  const sell = () => call('POST', '/transactions', { type: 'issue', item_id: item.id, quantity: 1 })
  takeMetrics()
  return { call, client, company, item, sell }
}

rehearse('FunctionErrors: a job threw twice; an authorizer that refuses a key does not count', async () => {
  const { call } = await openCompany()
  reports.splice(0)
  fateOf = ({ operation }) => (operation === 'Query' ? refused : null)
  await service.invoke('DailySnapshots', {})
  await service.invoke('DailySnapshots', {})
  fateOf = () => null
  await service.invoke('Authorizer', { authorizationToken: 'Bearer nothing', methodArn: 'arn/v1' })
  await call('GET', '/items/itm_1')
  const groups = reports.map(({ logGroup }) => logGroup.replace(/.*-(\w+)Log\w+$/, '$1'))
  expect(groups).toEqual(['Job', 'Job', 'Authorizer', 'Route'])
  expect(countReports()).toEqual({ FunctionErrors: 2, FunctionsNearLimit: 0, GatewayThrottles: 0 })
})

rehearse('RefusedRequests: three requests beyond the limit of a key', async () => {
  const { call } = await createCompanyWithKey(service, 'starter')
  for (let sent = 0; sent < 60; sent++) await call('GET', '/items/itm_1')
  takeMetrics()
  for (const method of ['GET', 'PUT', 'DELETE'] as const) expect((await call(method, '/items/itm_1')).status).toBe(429)
  expect(takeMetrics()).toEqual({ RefusedRequests: [1, 1, 1] })
})

test('Recomputations: a change met another one twice', async () => {
  const { sell } = await openCompany()
  let met = 0
  const none = { kill: async () => {}, freeze: async () => {}, overtake: async () => {} }
  fateOf = (call) => (isCommit(call) && met++ < 2 ? decideFate('conflict', call, none) : null)
  expect((await sell()).status).toBe(201)
  expect(takeMetrics()).toEqual({ Recomputations: [2] })
})

test.each<[string, () => Fate]>([
  ['LostAnswers: the answer to one call was lost', () => lost['reset after']],
  ['LateWriters: a change was acknowledged two seconds after its stamp', () => passing(2_000)],
])('%s', async (told, fate) => {
  const { sell } = await openCompany()
  meetOnce(isCommit, fate)
  expect((await sell()).status).toBe(201)
  expect(takeMetrics()).toEqual({ [told.split(':')[0] ?? '']: [1] })
})

test('CatalogueLoads: the first list of a process loads, the second one does not', async () => {
  const { client } = await openCompany()
  await client.listItems().toArray()
  expect(takeMetrics()).toEqual({ CatalogueLoads: [1] })
  await client.listItems().toArray()
  expect(takeMetrics()).toEqual({})
})

rehearse('UnreachedCompanies: a night has ended without a company, as the night before', async () => {
  await createCompanyWithKey(service)
  service.setTime(noon + 2 * 86_400_000)
  takeMetrics()
  await service.invoke('DoNightlyWork', { report: 'upkeep', date: '2026-03-16', left: null })
  expect(takeMetrics()).toEqual({}) // a message asks again later
  const plans = planNames.map((plan) => keys.companyOfPlan(plan, '').pk)
  const { length: left } = await queryPartitions(service.rows, plans)
  await service.invoke('DoNightlyWork', { report: 'upkeep', date: '2026-03-16', left })
  await waitFor(async () => service.logs.join().includes('UnreachedCompanies'))
  expect(takeMetrics()).toEqual({ UnreachedCompanies: [left] })
  service.setTime(noon)
})

rehearse('FailedRestoresAndSnapshots: a snapshot whose items could not be written', async () => {
  const { call } = await openCompany()
  fateOf = ({ operation, body }) => (operation === 'PutItem' && body.includes('CHUNK#') ? refused : null)
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true) // the client of tests prints a 500
  expect((await call('POST', '/snapshots', {})).status).toBe(500)
  written.mockRestore()
  expect(takeMetrics()).toMatchObject({ FailedRestoresAndSnapshots: [1] })
})

rehearse('ClockDifference: a process whose clock is an hour ahead of DynamoDB’s', async () => {
  const own = await startTestService(readTestStack(), { workersPerFunction: 1 })
  try {
    own.setTime(Date.now() + 3_600_000)
    const { call } = await createCompanyWithKey(own)
    own.logs.splice(0)
    await call('GET', '/items/itm_1')
    service.logs.splice(0, Number.POSITIVE_INFINITY, ...own.logs)
    const { ClockDifference = [] } = takeMetrics()
    expect(ClockDifference.length).toBeGreaterThan(0)
    for (const difference of ClockDifference) expect(Math.abs(difference - 3_600_000)).toBeLessThan(60_000)
  } finally {
    await own.stop()
  }
})

/**
 * Whether a line matches a filter pattern of CloudWatch Logs for JSON: comparisons of `$.path` with a text or a number
 * by `=` and `>`, joined by `&&` and `||`, in brackets or not. `&&` binds tighter, as here. Throws for anything else.
 */
function matchesPattern(line: object, pattern: string): boolean {
  const [, inner = ''] = /^\{ (.*) \}$/.exec(pattern) ?? []
  const comparisons = /\$[\w.]+ (?:=|>) (?:"[^"]*"|[\d.]+)/g
  const holds = inner.replaceAll(comparisons, (comparison) => String(compare(line, comparison)))
  if (!/^(?:true|false|&&|\|\||[() ])+$/.test(holds)) throw new Error(`not understood: ${pattern}`)
  return new Function(`return ${holds}`)()
}

function compare(line: object, comparison: string): boolean {
  const [, path = '', operator, value = ''] = /^\$\.(\S+) (=|>) (.*)$/.exec(comparison) ?? []
  const found = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], line)
  return operator === '=' ? found === JSON.parse(value) : Number(found) > Number(value)
}

const Filter = z.object({
  LogGroupName: z.string(),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([z.object({ MetricName: z.string() })]),
})

const listFilters = () => [...readResources(readTestStack(), 'AWS::Logs::MetricFilter', Filter).values()]

/** What the filters of the template count in the reports since the test began, by metric. */
function countReports(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const filter of listFilters()) {
    const name = filter.MetricTransformations[0].MetricName
    const found = reports.filter(
      ({ line, logGroup }) => logGroup === filter.LogGroupName && matchesPattern(line, filter.FilterPattern),
    )
    counts[name] = (counts[name] ?? 0) + found.length
  }
  return counts
}

test('FunctionsNearLimit: a request took 23 of its 28 seconds', async () => {
  const { call, item } = await openCompany()
  reports.splice(0)
  const isRead = ({ operation }: EngineCall) => operation === 'GetItem'
  meetOnce(isRead, () => passing(23_000))
  await call('GET', `/items/${item.id}`)
  await call('GET', `/items/${item.id}`)
  expect(countReports()).toEqual({ FunctionErrors: 0, FunctionsNearLimit: 1, GatewayThrottles: 0 })
})

test('GatewayThrottles: lines of the request log, of which API Gateway throttled two', () => {
  const { LogGroupName: logGroup } = listFilters().find(({ LogGroupName }) => LogGroupName.includes('RequestLog')) ?? {}
  for (const error of ['-', 'THROTTLED', 'QUOTA_EXCEEDED', 'THROTTLED', 'INVALID_API_KEY']) {
    const line = JSON.parse(requestLogFormat.toString().replace('$context.error.responseType', error))
    reports.push({ line, logGroup: logGroup ?? '' })
  }
  expect(countReports()).toEqual({ FunctionErrors: 0, FunctionsNearLimit: 0, GatewayThrottles: 2 })
})

test('a request that is answered with an error says so in the log, with the code that API Gateway does not know', async () => {
  const { call, company } = await openCompany()
  const { headers } = await call('GET', '/items/itm_unknown')
  const [line] = service.logs.filter((text) => text.includes('answered with an error')).map((text) => JSON.parse(text))
  expect(line).toMatchObject({
    ...{ request_id: headers.get('x-request-id'), company_id: company.id, key_id: expect.stringMatching(/^key_/) },
    ...{ route: 'GET /items/{id}', status: 404, error_code: 'item_not_found' },
  })
})

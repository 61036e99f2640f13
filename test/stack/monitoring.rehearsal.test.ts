import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { commonMetrics, metrics, quotaMetrics, webhookMetrics } from '../../functions/metrics'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import { given, leftOut, listResources, synthesizeTemplate } from '../support/template'

const [prod, dev] = [synthesizeTemplate('prod'), synthesizeTemplate('dev')]

type Watched = { namespace: string; name: string; dimensions: Record<string, unknown> }

/** What AWS documents for these namespaces: the metrics, and by which dimensions it has them. */
const awsMetrics: { [namespace: string]: { names: string[]; dimensions: string[][] } } = {
  'AWS/ApiGateway': { names: ['Count', '4XXError', '5XXError', 'Latency'], dimensions: [['ApiName', 'Stage']] },
  'AWS/Lambda': {
    names: ['Invocations', 'Throttles', 'ConcurrentExecutions', 'IteratorAge'],
    dimensions: [[], ['FunctionName']],
  },
  'AWS/DynamoDB': {
    names: ['ReadThrottleEvents', 'WriteThrottleEvents', 'ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
    dimensions: [['TableName']],
  },
  'AWS/SQS': {
    names: ['ApproximateNumberOfMessagesVisible', 'NumberOfMessagesReceived', 'NumberOfMessagesDeleted'],
    dimensions: [['QueueName']],
  },
}

type Alarm = {
  AlarmDescription: string
  Period?: number
  EvaluationPeriods: number
  DatapointsToAlarm: number
  Threshold: number
  Namespace?: string
  MetricName?: string
  Dimensions?: { Name: string; Value: unknown }[]
  Metrics?: { MetricStat?: { Metric: Pick<Alarm, 'Namespace' | 'MetricName' | 'Dimensions'> } }[]
  AlarmActions: unknown
  OKActions: unknown
}
const listAlarms = (template: Template) =>
  listResources(template, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties as Alarm)
const alarms = listAlarms(prod)
const filters = listResources(prod, 'AWS::Logs::MetricFilter').map(({ properties }) => properties)
const filtered: string[] = filters.map(({ MetricTransformations: [made] }) => made.MetricName)

function listWatched({ Namespace, MetricName, Dimensions, Metrics }: Alarm): Watched[] {
  const direct = MetricName === undefined ? [] : [{ Namespace, MetricName, Dimensions }]
  return [...direct, ...(Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])].map((metric) => ({
    namespace: String(metric.Namespace),
    name: String(metric.MetricName),
    dimensions: Object.fromEntries((metric.Dimensions ?? []).map(({ Name, Value }) => [Name, Value])),
  }))
}

/** The body of a dashboard is a text with references in it. Each of them becomes a word. */
function listDrawn(): Watched[] {
  const [dashboard] = Object.values(prod.findResources('AWS::CloudWatch::Dashboard'))
  const parts: unknown[] = dashboard?.Properties.DashboardBody['Fn::Join'][1]
  const body = JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'reference')).join(''))
  const drawn: Watched[] = []
  for (const { properties } of body.widgets)
    for (const line of properties.metrics ?? []) {
      const texts = line.filter((part: unknown) => typeof part === 'string')
      if (texts.length === 0) continue // an expression
      const [namespace, name, ...pairs] = texts
      const dimensions = Object.fromEntries(
        pairs.flatMap((part: string, index: number) => (index % 2 === 0 ? [[part, pairs[index + 1]]] : [])),
      )
      drawn.push({ namespace, name, dimensions })
    }
  return drawn
}

function isEmitted({ namespace, name, dimensions }: Watched): boolean {
  const keys = Object.keys(dimensions)
  const known = awsMetrics[namespace]
  if (known) return known.names.includes(name) && known.dimensions.some((each) => each.join() === keys.join())
  if (namespace !== 'Inventory-prod') return false
  if (filtered.includes(name)) return keys.length === 0
  return name in metrics && dimensions.service === 'inventory' && keys.length === 1
}

test('every alarm and every widget is about a metric that AWS or the code emits', () => {
  const watched = [...alarms.flatMap(listWatched), ...listDrawn()]
  expect(watched.length).toBeGreaterThan(30)
  expect(watched.filter((metric) => !isEmitted(metric))).toEqual([])
})

test('the dashboard draws every metric of our own, and no more than the 50 up to which AWS never charges for it', () => {
  const drawn = listDrawn()
  expect(drawn.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(metrics)))
  expect(new Set(drawn.map((metric) => JSON.stringify(metric))).size).toBeLessThanOrEqual(50)
})

test('at most ten metrics of our own are those of every stack; those of webhooks and of quotas others never send', () => {
  const always = [...new Set(filtered)].filter((name) => name !== 'GatewayThrottles')
  expect(always.length + Object.keys(commonMetrics).length).toBeLessThanOrEqual(10)
  expect(Object.keys(webhookMetrics)).toEqual(['WebhookAttempts', 'FailedWebhookAttempts'])
  expect(Object.keys(quotaMetrics)).toEqual(['GatewayKeys'])
  expect(metrics).toEqual({ ...commonMetrics, ...webhookMetrics, ...quotaMetrics })
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const observers = files.filter((name) => /observe\('\w*Webhook/.test(readFileSync(`functions/${name}`, 'utf8')))
  for (const file of observers) expect(file).toMatch(/webhook/)
})

test('every alarm notifies the topic, and has its page in the runbook: what it means, what to look at, what to do', () => {
  prod.hasOutput('AlarmTopic', {})
  expect(alarms).toHaveLength(14)
  for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
    expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/^Alarms/) }])
    expect(OKActions).toEqual(AlarmActions)
    const [, page = ''] = /What to do: (docs\/runbook\/[a-z-]+\.md)$/.exec(AlarmDescription) ?? []
    expect([AlarmDescription, existsSync(page)]).toEqual([AlarmDescription, true])
    for (const heading of ['## What it means', '## What to look at', '## What to do'])
      expect([page, readFileSync(page, 'utf8')]).toEqual([page, expect.stringContaining(`\n${heading}\n`)])
  }
})

test('the runbook says of every metric of our own what one count is, and nothing of others', () => {
  const headings = [...readFileSync('docs/runbook/metrics.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  expect(headings.sort()).toEqual([...new Set([...Object.keys(metrics), ...filtered])].sort())
})

test('alarms of this account may publish to the topic: its own policy replaces the one that would let them', () => {
  const topic = { Ref: Match.stringLikeRegexp('^Alarms') }
  const allowed = {
    ...{ Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' }, Resource: topic },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  }
  const PolicyDocument = { Statement: Match.arrayWith([Match.objectLike(allowed)]) }
  prod.hasResourceProperties('AWS::SNS::TopicPolicy', { Topics: [topic], PolicyDocument })
})

test('throttled writes alone ring, too: of a sum, a metric without values counts as 0', () => {
  prod.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Metrics: Match.arrayWith([Match.objectLike({ Expression: 'FILL(reads, 0) + FILL(writes, 0)' })]),
  })
})

/** The seconds at which the runs of an event fail. Lambda runs it again after a minute, and then after two. */
const failAgain = (start: number, runSeconds: number) => {
  const first = start + runSeconds
  const second = first + 60 + runSeconds
  return [first, second, second + 120 + runSeconds]
}

/** Whether a sum of these events rings. CloudWatch looks each minute, at periods that end then: its sliding window. */
function rings({ Period = 0, EvaluationPeriods, DatapointsToAlarm, Threshold }: Alarm, seconds: number[]): boolean {
  const countBetween = (from: number, to: number) => seconds.filter((second) => from <= second && second < to).length
  const last = Math.max(...seconds) + Period * EvaluationPeriods
  for (let now = 0; now <= last; now += 60) {
    const ends = Array.from({ length: EvaluationPeriods }, (_, index) => now - index * Period)
    if (ends.filter((end) => countBetween(end - Period, end) >= Threshold).length >= DatapointsToAlarm) return true
  }
  return false
}

test('a nightly job that fails three times rings the alarm on errors, however long its runs take; two failed runs do not', () => {
  const [alarm] = alarms.filter(({ MetricName }) => MetricName === 'FunctionErrors')
  if (!alarm) throw new Error('there is no alarm on errors of functions')
  const silent: object[] = []
  for (const runSeconds of [0, 1, 60, 300, jobTimeoutMs / 1_000])
    for (let start = 0; start < 3_600; start += 7) {
      const failed = failAgain(start, runSeconds)
      if (!rings(alarm, failed)) silent.push({ start, runSeconds })
      expect([start, runSeconds, rings(alarm, failed.slice(0, 2))]).toEqual([start, runSeconds, false])
    }
  expect(silent.slice(0, 3)).toEqual([])
})

test('alarms count for ten metrics that are free, the quotas, the night, the age of events, and two of webhooks', () => {
  const listNames = (of: Alarm[]) => of.flatMap(listWatched).map(({ name }) => name)
  const [all, left] = [listNames(alarms), listNames(listAlarms(synthesizeTemplate('prod', { events: 'false' })))]
  const charged = ['GatewayKeys', 'GatewayThrottles', 'UnreachedCompanies']
  expect(left.filter((name) => charged.includes(name)).sort()).toEqual(charged)
  expect(left.length - charged.length).toBeLessThanOrEqual(10)
  const ofEvents = ['FailedWebhookAttempts', 'IteratorAge', 'WebhookAttempts']
  expect(all.filter((name) => !left.includes(name)).sort()).toEqual(ofEvents)
  expect(all.length - left.length).toBe(ofEvents.length)
})

test('the alarms of a stage are about its own API, whose name carries the stage', () => {
  for (const [stage, template] of Object.entries({ prod, staging: synthesizeTemplate('staging') })) {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: `Inventory-${stage}` })
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: '5XXError',
      Dimensions: Match.arrayWith([{ Name: 'ApiName', Value: `Inventory-${stage}` }]),
    })
  }
})

test('descriptions of alarms can name the runbook by its URL', () => {
  synthesizeTemplate('prod', given).hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('What to do: https://example.com/runbook/server-errors.md'),
  })
})

test('the share of failed attempts needs twenty attempts, and so one receiver that is away is not enough', () => {
  prod.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('webhooks-failing.md$'),
    Threshold: 0.5,
    EvaluationPeriods: 1,
    Metrics: Match.arrayWith([
      Match.objectLike({ Expression: 'IF(attempts >= 20, FILL(failed, 0) / attempts, 0)' }),
      Match.objectLike({ MetricStat: Match.objectLike({ Period: 900, Stat: 'Sum' }) }),
    ]),
  })
})

test('a disposable stage has no alarms, dashboard and traces, unless it is given them', () => {
  const asked = synthesizeTemplate('dev', { alarms: 'true', dashboard: 'true', traces: '1' })
  const counts = { 'CloudWatch::Alarm': 14, 'CloudWatch::Dashboard': 1, 'XRay::SamplingRule': 1 }
  for (const [type, count] of Object.entries(counts)) {
    dev.resourceCountIs(`AWS::${type}`, 0)
    asked.resourceCountIs(`AWS::${type}`, count)
  }
  expect(JSON.stringify(dev.toJSON())).not.toMatch(/xray|TracingConfig/i) // emulators know no sampling rule
})

test('a line of the request log has company, key, route, status, latency, error and request id, and nothing about the client', () => {
  const [stage] = Object.values(prod.findResources('AWS::ApiGateway::Stage'))
  const format = JSON.parse(stage?.Properties.AccessLogSetting.Format)
  expect(format).toEqual({
    request_id: '$context.requestId',
    time: '$context.requestTime',
    company_id: '$context.authorizer.company_id',
    key_id: '$context.authorizer.key_id',
    route: '$context.httpMethod $context.resourcePath',
    status: '$context.status',
    latency_ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    bytes: '$context.responseLength',
    error: '$context.error.responseType',
    function_error: '$context.integration.error',
  })
})

test('logs and failures outlive a stack that is not disposable, and are forgotten after three months', () => {
  for (const template of [prod, dev]) {
    const DeletionPolicy = template === prod ? 'Retain' : 'Delete'
    const groups = Object.values(template.findResources('AWS::Logs::LogGroup'))
    expect(groups).toHaveLength(4)
    for (const group of groups) expect(group).toMatchObject({ DeletionPolicy, Properties: { RetentionInDays: 90 } })
    template.hasResource('AWS::SQS::Queue', { DeletionPolicy, Properties: { MessageRetentionPeriod: 1_209_600 } })
  }
})

test('the reports of the authorizer, which fails where a key is unknown, are counted by no filter', () => {
  const groups = filters.map(({ LogGroupName }) => String(LogGroupName.Ref).replace(/Log\w+$/, ''))
  expect(groups.sort()).toEqual(['Job', 'Job', 'Request', 'Route', 'Route'])
})

test('traces are a share of the requests of this API, and none where the share is 0', () => {
  const share = { FixedRate: 0.05, ReservoirSize: 0, ServiceName: 'Inventory-prod/v1' }
  const SamplingRule = { ...share, RuleName: Match.stringLikeRegexp('^.{1,32}$') }
  prod.hasResourceProperties('AWS::XRay::SamplingRule', { SamplingRule })
  const without = synthesizeTemplate('prod', leftOut)
  without.resourceCountIs('AWS::XRay::SamplingRule', 0)
  expect(JSON.stringify(without.toJSON())).not.toMatch(/xray|TracingConfig/)
  without.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: false })
  without.resourceCountIs('AWS::CloudWatch::Alarm', 10) // without metrics of our own, none waits for one
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { commonMetrics } from '../../functions/metrics'
import { InventoryStack } from '../../lib/inventory-stack'

/** What of a stack is billed, or decides what a request costs. */
export type StackParts = {
  /** Null where no request log is kept. */
  requestLogFormat: string | null
  /** Of the requests, from 0 to 1. */
  traceShare: number
  /** Memory of the functions. */
  gb: { route: number; nightly: number; worker: number }
  alarmMetrics: number
  dashboards: number
  /** Whether the table's stream leads to a bus. */
  events: boolean
  /** Whether there is a queue of deliveries. */
  webhooks: boolean
  secrets: number
  /** Those that the functions of every stack write. */
  ownMetrics: number
  /** Those that are taken from the logs. */
  filterMetrics: number
  /** The methods whose metrics API Gateway sends one by one. */
  detailedMethods: number
}

type Switches = Record<string, string>
const cache = new Map<string, StackParts>()

/** Of a stack as it is deployed for production, with these context values. Needs the functions that a build writes. */
export function readStackParts(context: Switches = {}): StackParts {
  const name = JSON.stringify(context)
  const parts = cache.get(name) ?? describeParts(synthesizeTemplate(context))
  cache.set(name, parts)
  return parts
}

/** Without CloudFormation's rules, which take most of a synthesis. */
function synthesizeTemplate(switches: Switches): Template {
  const outdir = mkdtempSync(join(tmpdir(), 'inventory-costs-'))
  try {
    const context = { 'aws:cdk:disable-asset-staging': true, ...switches }
    const app = new App({ context, outdir, builtinCloudFormationValidation: false })
    return Template.fromStack(new InventoryStack(app, 'prod'))
  } finally {
    rmSync(outdir, { recursive: true })
  }
}

function describeParts(template: Template): StackParts {
  const [stage] = listProperties(template, 'AWS::ApiGateway::Stage')
  const [sampling] = listProperties(template, 'AWS::XRay::SamplingRule')
  return {
    requestLogFormat: stage?.AccessLogSetting?.Format ?? null,
    traceShare: sampling?.SamplingRule.FixedRate ?? 0,
    gb: {
      route: readGb(template, 'GetItem'),
      nightly: readGb(template, 'NightlyUpkeep'),
      worker: readGb(template, 'CompactCatalogue'),
    },
    alarmMetrics: countAlarmMetrics(template),
    dashboards: listProperties(template, 'AWS::CloudWatch::Dashboard').length,
    events: listProperties(template, 'AWS::Events::EventBus').length > 0,
    webhooks: Object.keys(template.findOutputs('DeliveriesQueueUrl')).length > 0,
    secrets: listProperties(template, 'AWS::SecretsManager::Secret').length,
    ownMetrics: countOwnMetrics(template),
    filterMetrics: countFilterMetrics(template),
    detailedMethods: countDetailedMethods(template),
  }
}

function listProperties(template: Template, type: string) {
  return Object.values(template.findResources(type)).map(({ Properties }) => Properties)
}

/** CDK puts a hash behind a construct's name. */
function getFunction(template: Template, name: string) {
  const functions = Object.entries(template.findResources('AWS::Lambda::Function'))
  const [, found] = functions.find(([id]) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id)) ?? []
  if (!found) throw new Error(`the stack has no function ${name}`)
  return found.Properties
}

function readGb(template: Template, name: string): number {
  return getFunction(template, name).MemorySize / 1_024
}

/** Of an expression, each metric in it counts. */
function countAlarmMetrics(template: Template): number {
  const counts = listProperties(template, 'AWS::CloudWatch::Alarm').map(({ Metrics }) =>
    Metrics ? Metrics.filter((part: { MetricStat?: object }) => part.MetricStat).length : 1,
  )
  return counts.reduce((sum: number, count: number) => sum + count, 0)
}

function countOwnMetrics(template: Template): number {
  const isOff = getFunction(template, 'GetItem').Environment.Variables.POWERTOOLS_METRICS_DISABLED === 'true'
  return isOff ? 0 : Object.keys(commonMetrics).length
}

function countFilterMetrics(template: Template): number {
  const filters = listProperties(template, 'AWS::Logs::MetricFilter')
  return new Set(filters.map(({ MetricTransformations }) => MetricTransformations[0].MetricName)).size
}

function countDetailedMethods(template: Template): number {
  const [stage] = listProperties(template, 'AWS::ApiGateway::Stage')
  const settings: { ResourcePath: string; MetricsEnabled: boolean }[] = stage?.MethodSettings ?? []
  const isOn = settings.some(({ ResourcePath, MetricsEnabled }) => ResourcePath === '/*' && MetricsEnabled)
  return isOn ? listProperties(template, 'AWS::ApiGateway::Method').length : 0
}

import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { createApi } from './api'
import { createDeliverers } from './deliverers'
import { type FunctionId, referencePageId } from './entries'
import { createEvents } from './events'
import { createFailures } from './failures'
import { makeCreateFunction } from './function'
import { provideMasterKey } from './master-key'
import { createAlarms } from './monitoring/alarms'
import { makeAwsMetrics } from './monitoring/aws-metrics'
import { createDashboard } from './monitoring/dashboard'
import { createLogMetrics } from './monitoring/log-metrics'
import { createLogs } from './monitoring/logs'
import { makeMetricsEnvironment } from './monitoring/own-metrics'
import { createPeople } from './people'
import { createSchedules } from './schedules'
import { readSwitches } from './switches'
import { provideTable } from './table'
import { createWebhooks } from './webhooks'
import { createWorkers } from './workers'

const nothing = { statements: [], environment: {} }

/** The whole service in one stage. Several stages fit in one account, since no resource has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, `Inventory-${stage}`, {
      description: `Inventory service, stage ${stage}`,
      terminationProtection: stage === 'prod',
    })
    const disposable = stage === 'dev'
    const switches = readSwitches(this.node, { disposable })
    const table = provideTable(this, { disposable, events: switches.events })
    const failures = createFailures(this, { disposable })
    const logs = createLogs(this, { disposable, accessLog: switches.accessLog })
    const createFunction = makeCreateFunction(this, { logs, traced: switches.traces > 0 })
    const environment = makeMetricsEnvironment(this, switches)
    const webhooks = switches.events ? createWebhooks(this, { disposable }) : null
    const people = switches.people
      ? createPeople(this, { disposable, provider: switches.oidc, url: switches.url })
      : null
    const masterKey = switches.events || switches.people ? provideMasterKey(this, { disposable }) : null
    const shared = { table, environment, webhooks, people, masterKey, createFunction }
    const needsOf = createWorkers(failures, shared)
    const scheduled = createSchedules(this, { needsOf, createFunction, failures })
    const events = switches.events ? createEvents(this, { table, needsOf, createFunction, failures }) : null
    if (webhooks) createDeliverers(this, { deliveries: webhooks.deliveries, needsOf, createFunction, failures })
    const functionFor = (id: FunctionId) => createFunction(id, id === referencePageId ? nothing : needsOf(id))
    const api = createApi(this, { functionFor, switches, accessLog: logs.access })
    people?.complete(api, api.deploymentStage)
    const aws = makeAwsMetrics({
      api,
      table,
      failures,
      dailySnapshots: scheduled.dailySnapshots,
      publisher: events?.publisher ?? null,
      deliveries: webhooks?.deliveries ?? null,
    })
    const log = createLogMetrics(this, logs)
    const alarms = switches.alarms ? createAlarms(this, { aws, log, switches }) : []
    if (switches.dashboard) createDashboard(this, { aws, log, alarms })
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}

import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import type { RouteId } from '../functions/routes'
import { createAlertSender } from './alert-sender'
import { createAlerts } from './alerts'
import { createApi } from './api'
import { createDeliverers } from './deliverers'
import { type FunctionId, type JobId, pagesId } from './entries'
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
import { createNightlyQueue } from './nightly-queue'
import { createNightlyWorker } from './nightly-worker'
import { createPeople, makeDashboardUrl } from './people'
import { createSchedules } from './schedules'
import { makeStackName } from './stack-name'
import { readSwitches } from './switches'
import { provideTable } from './table'
import { makeKeyNeeds } from './usage-plans'
import { createWebhooks } from './webhooks'
import { createWorkers } from './workers'

/** The whole service in one stage. Several stages fit in one account, since no resource has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, makeStackName(stage), {
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
    const { mailFrom } = switches
    const alerts = mailFrom === null ? null : createAlerts(this, { disposable, mailFrom, failures })
    const people = switches.people
      ? createPeople(this, { disposable, provider: switches.oidc, url: switches.url })
      : null
    const masterKey = switches.events || switches.people ? provideMasterKey(this, { disposable }) : null
    const nightly = createNightlyQueue(this, { failures })
    const gatewayKeys = { needsOf: (id: RouteId | JobId) => makeKeyNeeds(this, id) }
    const shared = {
      switches,
      table,
      environment,
      webhooks,
      alerts,
      nightly,
      people,
      masterKey,
      gatewayKeys,
      createFunction,
    }
    const needsOf = createWorkers(failures, shared)
    const scheduled = createSchedules(this, { needsOf, createFunction, failures })
    createNightlyWorker(this, nightly, { needsOf, createFunction, failures, atOnce: switches.nightlyWorkers })
    const events = switches.events ? createEvents(this, { table, needsOf, createFunction, failures }) : null
    if (webhooks) createDeliverers(this, { deliveries: webhooks.deliveries, needsOf, createFunction, failures })
    const ofPages = { statements: [], environment: people ? { SIGN_IN: people.signIn } : {} }
    const functionFor = (id: FunctionId) => createFunction(id, id === pagesId ? ofPages : needsOf(id))
    const api = createApi(this, { functionFor, switches, accessLog: logs.access })
    people?.complete(api, api.deploymentStage)
    const dashboardUrl = makeDashboardUrl(api, switches.url)
    if (alerts) createAlertSender(this, alerts, { needsOf, createFunction, failures, dashboardUrl })
    const aws = makeAwsMetrics({
      api,
      table,
      failures,
      dailySnapshots: scheduled.dailySnapshots,
      nightly: nightly.queue,
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

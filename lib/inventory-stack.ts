import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { createApi } from './api/api'
import { giveKeyRights } from './api/usage-plans'
import { tableFunctionIds } from './entries'
import { addEvents } from './features/events'
import { addMail } from './features/mail'
import { addMasterKey } from './features/master-key'
import { addNight } from './features/night'
import { addPeople, makeDashboardUrl } from './features/people'
import { addWebhooks } from './features/webhooks'
import { addWorkers } from './features/workers'
import { Functions } from './functions'
import { createAlarms } from './monitoring/alarms'
import { createDashboard } from './monitoring/dashboard'
import { createLogs } from './monitoring/logs'
import { createLogMetrics, makeAwsMetrics, makeMetricsEnvironment } from './monitoring/metrics'
import { createFailures } from './queues'
import { makeStackName } from './stack-name'
import { readSwitches } from './switches'
import { giveTable } from './table/access'
import { provideTable } from './table/table'

/** The whole service in one stage. Several stages fit in one account, since no resource has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, makeStackName(stage), {
      description: `Inventory service, stage ${stage}`,
      terminationProtection: stage === 'prod',
    })
    const disposable = stage === 'dev'
    const switches = readSwitches(this.node, { disposable })
    const { mailFrom } = switches
    const failures = createFailures(this, { disposable })
    const logs = createLogs(this, { disposable, requestLog: switches.requestLog })
    const functions = new Functions(this, { logs, traced: switches.traces > 0, failures })
    const table = provideTable(this, { disposable, events: switches.events })
    giveTable(functions, table)
    functions.give(tableFunctionIds, { environment: makeMetricsEnvironment(this, switches) })

    const api = createApi(this, functions, { switches, requestLog: logs.requests })
    giveKeyRights(this, functions)
    const dashboardUrl = makeDashboardUrl(api, switches.url)
    addWorkers(functions, { concurrency: switches.workerConcurrency })
    const night = addNight(this, functions, { failures, atOnce: switches.nightlyWorkers })
    if (switches.events || switches.people) addMasterKey(this, functions, { disposable })
    const publisher = switches.events ? addEvents(this, functions, { table, failures }) : null
    const deliveries = switches.events ? addWebhooks(this, functions, { disposable }) : null
    if (switches.people) {
      const { oidc: provider, ownerMfa, url } = switches
      addPeople(this, functions, { disposable, api, provider, ownerMfa, url, mailFrom })
    }
    if (mailFrom !== null) addMail(this, functions, { disposable, mailFrom, dashboardUrl, failures })

    const { queue: nightly, dailySnapshots } = night
    const aws = makeAwsMetrics({ api, table, failures, dailySnapshots, nightly, publisher, deliveries })
    const log = createLogMetrics(this, logs)
    const alarms = switches.alarms ? createAlarms(this, { aws, log, switches }) : []
    if (switches.dashboard) createDashboard(this, { aws, log, alarms })
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}

import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { createFailureAlarm } from './alarms'
import { createApi } from './api'
import { createFunction } from './route-function'
import { createSchedules } from './schedules'
import { createTable } from './table'
import { createWorkers } from './workers'

/** The whole service in one stage. Several stages fit in one account, since no resource has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, `Inventory-${stage}`, { description: `Inventory service, stage ${stage}` })
    const table = createTable(this, { disposable: stage === 'dev' })
    const workers = createWorkers(this, table)
    createSchedules(this, workers)
    createFailureAlarm(this, workers.failures)
    const api = createApi(this, (id) => createFunction(this, id, workers.needsOf(id)))
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}

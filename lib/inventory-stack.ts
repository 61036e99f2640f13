import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { failureAlarm } from './alarms'
import { inventoryApi } from './api'
import { routeFunction } from './route-function'
import { dailySchedules } from './schedules'
import { inventoryTable } from './table'
import { backgroundWorkers } from './workers'

/** The whole service in one stage. Stages stand side by side in an account: nothing in them has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, `Inventory-${stage}`, { description: `Inventory service, stage ${stage}` })
    const table = inventoryTable(this, { disposable: stage === 'dev' })
    const workers = backgroundWorkers(this, table)
    dailySchedules(this, workers)
    failureAlarm(this, workers.failures)
    const api = inventoryApi(this, (id) => routeFunction(this, id, workers.needsOf(id)))
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}

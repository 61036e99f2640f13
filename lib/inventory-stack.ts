import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { createFailureAlarm } from './alarms'
import { createApi } from './api'
import { referencePageId } from './entries'
import { createFunction } from './route-function'
import { createSchedules } from './schedules'
import { createTable } from './table'
import { createWorkers } from './workers'

const nothing = { statements: [], environment: {} }

/** The whole service in one stage. Several stages fit in one account, since no resource has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, `Inventory-${stage}`, { description: `Inventory service, stage ${stage}` })
    const table = createTable(this, { disposable: stage === 'dev' })
    const workers = createWorkers(this, table)
    createSchedules(this, workers)
    createFailureAlarm(this, workers.failures)
    const api = createApi(this, {
      functionFor: (id) => createFunction(this, id, id === referencePageId ? nothing : workers.needsOf(id)),
      docs: this.readDocs(),
    })
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }

  /** Whether the reference page and the OpenAPI document are public. On the command line, a context value is a text. */
  private readDocs(): boolean {
    const docs = String(this.node.tryGetContext('docs') ?? true)
    if (docs !== 'true' && docs !== 'false') throw new Error('The context value "docs" must be true or false.')
    return docs === 'true'
  }
}

import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { inventoryApi } from './api'
import { inventoryTable } from './table'

/** The whole service in one stage. Stages stand side by side in an account: nothing in them has a fixed name. */
export class InventoryStack extends Stack {
  constructor(app: App, stage: string) {
    super(app, `Inventory-${stage}`, { description: `Inventory service, stage ${stage}` })
    const table = inventoryTable(this, { disposable: stage === 'dev' })
    const api = inventoryApi(this, table)
    new CfnOutput(this, 'ApiUrl', { value: api.url.replace(/\/$/, '') })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}

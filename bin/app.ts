import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { InventoryStack } from '../lib/inventory-stack'

const app = new App()
const stage: unknown = app.node.tryGetContext('stage') ?? 'dev'
if (typeof stage !== 'string' || !/^[a-z][a-z0-9-]{0,29}$/.test(stage)) {
  throw new Error('The context value "stage" must be a short name in lower case, such as dev, staging or prod.')
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
new InventoryStack(app, stage)
app.synth()

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { maps } from '../lib/entries'
import { InventoryStack } from '../lib/inventory-stack'

/** `npm start` does without what a deployment must pass: CloudFormation's rules and those of the rule packs. */
const checks = process.env.SYNTH_CHECKS !== 'false'
const app = new App({ builtinCloudFormationValidation: checks })
const stage: unknown = app.node.tryGetContext('stage') ?? 'dev'
if (typeof stage !== 'string' || !/^[a-z][a-z0-9-]{0,29}$/.test(stage)) {
  throw new Error('The context value "stage" must be a short name in lower case, such as dev, staging or prod.')
}
if (checks) Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
new InventoryStack(app, stage)
// They belong to these bundles, whatever is built later.
cpSync(maps, join(app.outdir, 'maps'), { recursive: true })
app.synth()

import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { InventoryStack } from '../../lib/inventory-stack'
import { rehearse } from '../support/rehearse'
import { makeApp } from '../support/template'

type Acknowledged = { path: string; rule: string }

/** Rules are acknowledged by pack and rule: `Serverless::Serverless-LambdaDLQ`. */
function listAcknowledged(context: object): Acknowledged[] {
  const stack = new InventoryStack(makeApp(context), 'prod')
  return stack.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.keys(data))
      .map((id) => ({ path: node.path, rule: id.replace(/^\w+::/, '') })),
  )
}

function listFindings(context: object): Acknowledged[] {
  const app = makeApp(context)
  new InventoryStack(app, 'prod')
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ path: constructPath, rule: ruleName })),
      ),
  )
}

rehearse.each([{}, { docs: 'false', accessLog: 'false', traces: '0' }])(
  'with %j, no finding is acknowledged that does not occur',
  (context) => {
    const findings = listFindings(context)
    const needless = listAcknowledged(context).filter(
      ({ path, rule }) => !findings.some((finding) => finding.rule === rule && finding.path.startsWith(`${path}/`)),
    )
    expect(needless).toEqual([])
  },
)

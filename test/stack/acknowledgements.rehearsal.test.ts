import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { InventoryStack } from '../../lib/inventory-stack'
import { rehearse } from '../support/rehearse'
import { makeApp } from '../support/template'

// The rule packs of AWS Solutions and Serverless, and what is acknowledged of their findings.

type Found = { path: string; rule: string }

const switches = ['docs', 'accessLog', 'alarms', 'dashboard', 'metrics', 'detailedMetrics']
const allOff = { traces: '0', ...Object.fromEntries(switches.map((name) => [name, 'false'])) }
const extremes: [string, object][] = [
  ['all that a stack can have', { mailFrom: 'alerts@example.com' }],
  ['nothing that can be left out', allOff],
]

function openApp(context: object) {
  const app = makeApp(context)
  return {
    app,
    stack: new InventoryStack(app, 'prod'),
    packs: [new AwsSolutionsChecks(app), new ServerlessChecks(app)],
  }
}

rehearse.each(extremes)('with %s, they find nothing that is not acknowledged with a reason', (_, context) => {
  const { app, packs } = openApp(context)
  Validations.of(app).addPlugins(...packs)
  const fatal = jest.spyOn(console, 'error').mockImplementation(() => {})
  app.synth()
  expect(fatal.mock.calls.flat().join('\n')).not.toMatch(/Serverless-|AwsSolutions-/)
  expect(process.exitCode ?? 0).toBe(0)
})

/** Rules are acknowledged by pack and rule: `Serverless::Serverless-LambdaDLQ`. */
function listAcknowledged(stack: InventoryStack): Found[] {
  return stack.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.keys(data))
      .map((id) => ({ path: node.path, rule: id.replace(/^\w+::/, '') })),
  )
}

function listFindings(app: App, packs: ReturnType<typeof openApp>['packs']): Found[] {
  const violations = packs.flatMap((pack) => pack.validateScope(app).violations)
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath = '' }) => ({ path: constructPath, rule: ruleName })),
  )
}

rehearse.each(extremes)('with %s, no finding is acknowledged that does not occur', (_, context) => {
  const { app, stack, packs } = openApp(context)
  const findings = listFindings(app, packs)
  const needless = listAcknowledged(stack).filter(
    ({ path, rule }) => !findings.some((finding) => finding.rule === rule && finding.path.startsWith(`${path}/`)),
  )
  expect(needless).toEqual([])
})

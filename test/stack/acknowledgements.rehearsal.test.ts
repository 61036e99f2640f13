import { Validations } from 'aws-cdk-lib'
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

rehearse.each(extremes)('with %s, what they find is acknowledged with a reason, and nothing else is', (_, context) => {
  const app = makeApp(context)
  const stack = new InventoryStack(app, 'prod')
  const packs = [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
  const violations = packs.flatMap((pack) => pack.validateScope(app).violations)
  const findings = violations.flatMap(({ ruleName: rule, violatingResources }) =>
    violatingResources.map(({ constructPath: path = '' }) => ({ path, rule })),
  )
  expect(findings.length).toBeGreaterThan(0)
  const needless = listAcknowledged(stack).filter(
    ({ path, rule }) => !findings.some((finding) => finding.rule === rule && finding.path.startsWith(`${path}/`)),
  )
  expect(needless).toEqual([])
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

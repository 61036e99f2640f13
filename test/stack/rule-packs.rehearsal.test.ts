import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { routes } from '../../functions/routes'
import { InventoryStack } from '../../lib/inventory-stack'
import { makeApp, synthesizeTemplate } from '../support/template'

// All switches on, or off: the resources, and what the rule packs of AWS Solutions and Serverless find.

const switches = ['docs', 'requestLog', 'alarms', 'dashboard', 'metrics', 'detailedMetrics']
const setAll = (value: 'true' | 'false') => Object.fromEntries(switches.map((name) => [name, value]))
const mailFrom = 'alerts@example.com'

// CloudFormation allows 500 (docs/decisions/0064-fewer-resources.md).
test('a route costs three resources, a path segment one, all else 129; and none has a fixed name', () => {
  const template = synthesizeTemplate('prod', { mailFrom, traces: '1', ...setAll('true') })
  const Resources: Record<string, { Type: string; Properties?: object }> = template.toJSON().Resources
  const segments = Object.values(Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Resource').length
  expect(Object.keys(Resources).length - segments - 3 * (Object.keys(routes).length - 1)).toBeLessThanOrEqual(129)
  expect(Object.keys(Resources).length).toBeLessThanOrEqual(400)
  const named = ['TableName', 'FunctionName', 'RoleName', 'LogGroupName', 'UsagePlanName', 'QueueName']
  // These name another resource.
  const ofFunctions = ['AWS::Lambda::Permission', 'AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::EventSourceMapping']
  const naming = [...ofFunctions, 'AWS::Logs::MetricFilter']
  const created = Object.values(Resources).filter(({ Type }) => !naming.includes(Type))
  const properties = created.flatMap(({ Properties = {} }) => Object.keys(Properties))
  expect(properties.filter((property) => named.includes(property))).toEqual([])
})

test.each<[string, object]>([
  ['all that a stack can have', { mailFrom }],
  ['nothing that can be left out', { traces: '0', ...setAll('false') }],
])('with %s, what they find is acknowledged with a reason, and nothing else is', (_, context) => {
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
function listAcknowledged(stack: InventoryStack) {
  return stack.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.keys(data))
      .map((id) => ({ path: node.path, rule: id.replace(/^\w+::/, '') })),
  )
}

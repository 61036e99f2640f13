import { Match, type Template } from 'aws-cdk-lib/assertions'
import { given, listFunctions, listResources, synthesizeTemplate } from '../support/template'

// The values of the context: what they set, and which are refused.

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:inventory/webhooks-AbC123'
const tableArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/Inventory'
const flags = Object.entries({
  ...{
    requestLog: 'off',
    ownerMfa: 'on',
    docs: 'no',
    alarms: 'yes',
    dashboard: '1',
    metrics: '',
    detailedMetrics: 'TRUE',
  },
  defaultEndpoint: 'off',
})
const noTable = ['', 'ab', 'a'.repeat(256), 'Inventory prod', 'table/Inventory', tableArn, 'Ïnventory', 'name\n', 7]
const parameterArn = 'arn:aws:ssm:eu-west-1:123456789012:parameter/inventory-AbC123'
const noSecret = ['', 'inventory/webhooks', arn.slice(0, -16), parameterArn, `${arn}\n`, 7]

type Refused = [name: string, values: (string | number)[], message: string, beside?: object]
const refused: Refused[] = [
  ...flags.map(([name, value]): Refused => [name, [value], 'must be true or false']),
  ['traces', ['', 'x', '-0.1', '1.1', '5%'], 'must be a number from 0 to 1'],
  ['nightlyWorkers', ['1', '1001', '2.5', 'many', ''], 'must be a whole number from 2 to 1000.'],
  ['workerConcurrency', ['0', '-1', '1.5', 'many', '', '10000'], 'must be a whole number from 1 to 9999'],
  ['mailFrom', ['no address', 'a@b', 'Ann <ann@example.com>', ''], 'must be an e-mail address'],
  ['runbook', ['x'.repeat(501)], 'must be a URL or a path of at most'],
  ['table', noTable, 'must be the name of a DynamoDB table: 3 to 255 letters'],
  ['webhookKey', noSecret, 'must be the whole ARN of a secret'],
  ['stream', ['x', tableArn], 'must be the ARN of', { table: 'Inventory-prod' }],
  ...['events', 'people'].map((part): Refused => {
    return ['mailFrom', ['alerts@example.com'], 'needs events and people', { [part]: 'false' }]
  }),
]

test.each(
  refused.flatMap(([name, values, message, beside]) => values.map((value) => ({ name, value, message, beside }))),
)('the context value $name is refused where it is $value', ({ name, value, message, beside }) => {
  const context = { ...beside, [name]: value }
  expect(() => synthesizeTemplate('prod', context)).toThrow(`The context value "${name}" ${message}`)
})

test('a context value that nobody knows is refused, since it may be a misspelt switch', () => {
  expect(() => synthesizeTemplate('prod', { tabel: 'Inventory' })).toThrow(
    'There is no switch "tabel". There are alarms, ',
  )
  synthesizeTemplate('prod', given) // has two of the CDK's own
})

const [usual, set] = [synthesizeTemplate('prod'), synthesizeTemplate('prod', given)]

test('the times of schedules are for the context to set', () => {
  for (const ScheduleExpression of [given.dailySnapshots, 'cron(17 3 * * ? *)'])
    set.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression })
})

test.each([
  ['a few', usual, 5],
  ['as many as the context says', set, Number(given.nightlyWorkers)],
])('the night has workers: %s', (_, template, MaximumConcurrency) => {
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    EventSourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Nightly'), 'Arn'] },
    BatchSize: 1,
    ScalingConfig: { MaximumConcurrency },
  })
})

test('the workers that clients start have a concurrency of their own where it is given, and no other function has one', () => {
  const list = (template: Template) =>
    listFunctions(template).flatMap(({ name, properties }) =>
      'ReservedConcurrentExecutions' in properties ? [[name, properties.ReservedConcurrentExecutions]] : [],
    )
  expect(list(usual)).toEqual([])
  expect(list(set).sort()).toEqual(['CompactCatalogue', 'RunRestore'].map((name) => [name, 5]))
})

const oidc = { oidcIssuer: 'https://id.example.com', oidcClientId: 'dashboard', oidcAudience: 'api' }

test.each([
  ['prod', {}, 'ON', true],
  ['prod', { ownerMfa: 'false' }, 'OPTIONAL', false],
  ['dev', {}, 'OPTIONAL', false],
  ['prod', oidc, null, false], // few providers say it in access tokens
  ['prod', { ...oidc, ownerMfa: 'true' }, null, true],
])('owners need a second factor: %s with %j', (stage, context, ofPool, isWanted) => {
  const template = synthesizeTemplate(stage, context)
  const pools = listResources(template, 'AWS::Cognito::UserPool')
  expect(pools.map(({ properties }) => properties.MfaConfiguration)).toEqual(ofPool === null ? [] : [ofPool])
  const told = listFunctions(template).find(({ name }) => name === 'Authorizer')?.variables.PEOPLE
  expect(JSON.stringify(told)).toContain(`\\"ownerMfa\\":${isWanted}`)
})

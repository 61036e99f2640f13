import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions'
import { type Route, routes } from '../../functions/routes'
import { jobIds } from '../../lib/entries'
import { InventoryStack } from '../../lib/inventory-stack'
import { toPascalCase } from '../../lib/stack-name'
import { listFunctions, listResources, listRights, makeApp, synthesizeTemplate } from '../support/template'

// What the template has for events and webhooks: their source, the queue of deliveries, the master key, and who may
// use which.

const prod = synthesizeTemplate('prod')
const without = synthesizeTemplate('prod', { events: 'false' })
const keyArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:inventory/webhooks-AbC123'

/** The names of the functions that may do this, with the resources. */
function listAllowed(template: Template, action: string) {
  const allowed = listRights(template).filter(({ actions }) => actions.includes(action))
  return allowed.map(({ name, Resource }) => ({ name, resource: JSON.stringify(Resource) }))
}

/** The names of the functions that have this variable. */
const listNaming = (variable: string) =>
  listFunctions(prod).flatMap(({ name, variables }) => (variable in variables ? [name] : []))

const readers = ['CreateKey', 'CreateWebhook', 'DeliverWebhook', 'RotateWebhookSecret']
const [deliverer] = listFunctions(prod).filter(({ name }) => name === 'DeliverWebhook')
const senders = ['DeliverWebhook', 'PublishEvents', 'QueueDueDeliveries', 'Redeliver', 'TestWebhook']

test('only what signs or shows a secret may read the master key, and only that secret', () => {
  const allowed = listAllowed(prod, 'secretsmanager:GetSecretValue')
  expect(allowed.map(({ name }) => name).sort()).toEqual(readers)
  for (const { resource } of allowed) expect(resource).toMatch(/^\{"Ref":"MasterKey[0-9A-F]{8}"\}$/)
  expect(JSON.stringify(prod.toJSON()).match(/secretsmanager:\w+/g)).toHaveLength(readers.length)
  expect(listNaming('WEBHOOK_KEY').sort()).toEqual(readers)
})

test('the master key has 64 random letters and digits, outlives the stack unless that is disposable, and is an output', () => {
  for (const [stage, DeletionPolicy] of Object.entries({ prod: 'Retain', dev: 'Delete', staging: 'Retain' }))
    synthesizeTemplate(stage).hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy,
      UpdateReplacePolicy: DeletionPolicy,
      Properties: { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true }, Name: Match.absent() },
    })
  prod.hasOutput('WebhookKey', { Value: { Ref: Match.stringLikeRegexp('^MasterKey') } })
})

test('-c webhookKey=ARN takes an existing secret, and makes none', () => {
  const template = synthesizeTemplate('prod', { webhookKey: keyArn })
  template.resourceCountIs('AWS::SecretsManager::Secret', 0)
  template.hasOutput('WebhookKey', { Value: keyArn })
  const allowed = listAllowed(template, 'secretsmanager:GetSecretValue')
  expect(allowed.map(({ name, resource }) => [name, resource]).sort()).toEqual(
    readers.map((name) => [name, JSON.stringify(keyArn)]),
  )
  const named = listFunctions(template).flatMap(({ variables }) => variables.WEBHOOK_KEY ?? [])
  expect(named).toEqual(readers.map(() => keyArn))
})

test('deliveries wait on a standard queue of their own, encrypted, for up to 14 days, and go to no other', () => {
  const queues = listResources(prod, 'AWS::SQS::Queue')
  expect(queues.map(({ name }) => name).sort()).toEqual(['Deliveries', 'Failures', 'Nightly'])
  expect(queues.find(({ name }) => name === 'Deliveries')?.properties).toEqual({
    MessageRetentionPeriod: 1_209_600,
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 120,
  })
  const queue = { Ref: Match.stringLikeRegexp('^Deliveries') }
  const denied = Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
  prod.hasResourceProperties('AWS::SQS::QueuePolicy', { Queues: [queue], PolicyDocument: { Statement: [denied] } })
  prod.hasOutput('DeliveriesQueueUrl', { Value: queue })
})

test('whoever puts deliveries on the queue may send to it, and only what delivers takes from it', () => {
  const ofQueue = (action: string) =>
    listAllowed(prod, action).filter(({ resource }) => /^\{"Fn::GetAtt":\["Deliveries/.test(resource))
  const names = (action: string) => ofQueue(action).map(({ name }) => name)
  expect(names('sqs:SendMessage').sort()).toEqual(senders)
  for (const action of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'])
    expect([action, names(`sqs:${action}`)]).toEqual([action, ['DeliverWebhook']])
  expect(listNaming('DELIVERIES_QUEUE_URL').sort()).toEqual(senders)
})

test('what delivers takes ten messages at a time, says which of them failed, and runs at most 50 times at once', () => {
  prod.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    EventSourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Deliveries'), 'Arn'] },
    FunctionName: { Ref: Match.stringLikeRegexp('^DeliverWebhook') },
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 50 },
  })
  // Lambda refuses a queue that hands a message out again while the first run may go on.
  expect(deliverer?.properties.Timeout).toBeLessThanOrEqual(120)
})

test('hosts whose names nobody answers for take no thread that the others of a batch need', () => {
  expect(Number(deliverer?.variables.UV_THREADPOOL_SIZE)).toBeGreaterThanOrEqual(40)
})

test('what delivers has no right but to its rows, its queue, the master key, its log and traces', () => {
  const own = listRights(prod).filter(({ name }) => name === 'DeliverWebhook')
  const services = own.flatMap(({ actions }) => actions.map((action) => action.split(':')[0]))
  expect([...new Set(services)].sort()).toEqual(['dynamodb', 'logs', 'secretsmanager', 'sqs', 'xray'])
  expect(JSON.stringify(own)).not.toMatch(/"LOG#|"KEY#|"COMPANY#|"ITEMS#/)
})

test('what is due is looked for every ten minutes', () => {
  prod.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(10 minutes)',
    Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^QueueDueDeliveries'), 'Arn'] } })],
  })
})

test('no function is told that webhooks may lead to its own machine', () => {
  for (const template of [prod, synthesizeTemplate('dev')])
    expect(JSON.stringify(template.toJSON())).not.toContain('LOCAL_WEBHOOKS')
})

test('without events, only what shows the secret of a key reads the master key; without people, there is none', () => {
  expect(listAllowed(without, 'secretsmanager:GetSecretValue').map(({ name }) => name)).toEqual(['CreateKey'])
  const neither = synthesizeTemplate('prod', { events: 'false', people: 'false' })
  neither.resourceCountIs('AWS::SecretsManager::Secret', 0)
})

test('without events there is none of it: no stream, bus, queue, function, schedule, alarm or route', () => {
  prod.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } })
  without.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: Match.absent() })
  prod.resourceCountIs('AWS::Events::EventBus', 1)
  prod.resourceCountIs('AWS::Lambda::EventSourceMapping', 3)
  without.resourceCountIs('AWS::Events::EventBus', 0)
  without.resourceCountIs('AWS::Lambda::EventSourceMapping', 1) // of the night
  without.resourceCountIs('AWS::SQS::Queue', 2)
  without.resourceCountIs('AWS::Events::Rule', 3)
  const webhookRoutes = Object.values<Route & { id: string }>(routes).filter(({ needsEvents }) => needsEvents)
  expect(webhookRoutes).toHaveLength(9)
  const ofEvents = jobIds.filter((id) => /webhook|deliver|publish/.test(id))
  const expected = [...webhookRoutes.map(({ id }) => id), ...ofEvents].map(toPascalCase)
  const left = listFunctions(without).map(({ name }) => name)
  const gone = listFunctions(prod).flatMap(({ name }) => (left.includes(name) ? [] : [name]))
  expect(gone.sort()).toEqual(expected.sort())
  expect(JSON.stringify(without.toJSON())).not.toMatch(/webhook(?!_?key)|deliver/i)
})

test('on a named table without a stream webhooks are there, nothing feeds them, and a warning says so', () => {
  const stack = new InventoryStack(makeApp({ table: 'Inventory-prod-restored' }), 'prod')
  expect(Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('its stream is not'))).toHaveLength(1)
  const template = synthesizeTemplate('prod', { table: 'Inventory-prod-restored' })
  const names = listFunctions(template).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['CreateWebhook', 'TestWebhook', 'DeliverWebhook']))
  expect(names).not.toContain('PublishEvents')
})

test('the source of events has what keeps them: order, partial answers, bisection, the queue, 20 hours', () => {
  prod.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRecordAgeInSeconds: 72_000,
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    FilterCriteria: { Filters: [{ Pattern: Match.stringLikeRegexp('"eventName":\\["INSERT"\\].*LOG#.*imported') }] },
  })
})

import { readFileSync } from 'node:fs'
import { Match } from 'aws-cdk-lib/assertions'
import { type Route, routes } from '../../functions/routes'
import { jobTimeoutMs, routeTimeoutMs } from '../../functions/store/time/timing'
import { jobIds } from '../../lib/entries'
import { toPascalCase } from '../../lib/stack-name'
import { chooseSize } from '../support/size'
import { listFunctions, listResources, listRights, synthesize, synthesizeTemplate } from '../support/template'

const mailFrom = 'alerts@example.com'
const prod = synthesizeTemplate('prod', { mailFrom })

const keyedBy = (partition: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
]

test('the table: keys, TTL, point-in-time recovery, one index and no more', () => {
  const index = { IndexName: 'by_resource', KeySchema: keyedBy('resource'), Projection: { ProjectionType: 'ALL' } }
  prod.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      KeySchema: keyedBy('pk'),
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      GlobalSecondaryIndexes: [index],
      LocalSecondaryIndexes: Match.absent(),
    },
  })
})

test.each(Object.keys(routes))('the handler of %s handles that route', (id) => {
  const handled = [`routes['${id}'],`, `routes.${id},`]
  const text = readFileSync(`functions/handlers/${id}.ts`, 'utf8')
  expect(handled.some((each) => text.includes(each))).toBe(true)
})

test('outputs name the API, once, and the table', () => {
  for (const output of ['ApiUrl', 'TableName']) prod.hasOutput(output, {})
  const urls = Object.keys(prod.findOutputs('*')).filter((name) => /url|endpoint/i.test(name))
  expect(urls.filter((name) => !/(Queue|SignIn)Url$/.test(name))).toEqual(['ApiUrl'])
})

test('only prod cannot be deleted by mistake', () => {
  const stages = chooseSize({ quick: ['prod', 'staging'], thorough: ['prod', 'staging', 'dev'] })
  expect(stages.filter((stage) => synthesize(stage).terminationProtection)).toEqual(['prod'])
})

test('every function runs Node 24 on arm64, traced', () => {
  const functions = listFunctions(prod)
  expect(functions).toHaveLength(Object.keys(routes).length + jobIds.length + 1) // the pages
  for (const { properties } of functions)
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogGroup: expect.anything() },
    })
})

/** What they do not handle within a run comes again. What mails alerts makes no row that an erasure could miss. */
const shortJobs = { PublishEvents: 60_000, DeliverWebhook: 60_000, SendAlerts: 300_000 }

test('no function runs longer than the erasure of a company waits for it', () => {
  const asynchronous = jobIds.filter((id) => id !== 'authorizer').map((id) => [toPascalCase(id), jobTimeoutMs])
  const limits: Record<string, number> = { ...Object.fromEntries(asynchronous), ...shortJobs }
  for (const { name, properties } of listFunctions(prod))
    expect([name, properties.Timeout * 1_000]).toEqual([name, limits[name] ?? routeTimeoutMs])
})

test('whatever runs by an event is tried three times, and what fails for good is kept for two weeks; so is an event that did not arrive', () => {
  prod.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true })
  prod.hasOutput('FailuresQueueUrl', { Value: { Ref: Match.stringLikeRegexp('^Failures') } })
  const queue = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Failures'), 'Arn'] }
  // The messages of a queue come again.
  const queued = ['authorizer', 'deliver-webhook', 'do-nightly-work', 'send-alerts']
  for (const job of jobIds.filter((id) => !queued.includes(id)))
    prod.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp(`^${toPascalCase(job)}[0-9A-F]{8}$`) },
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: queue } },
    })
  const rules = listResources(prod, 'AWS::Events::Rule')
  expect(rules).toHaveLength(4)
  for (const { properties } of rules)
    expect(properties).toMatchObject({
      Targets: [{ DeadLetterConfig: { Arn: expect.anything() }, RetryPolicy: { MaximumRetryAttempts: 2 } }],
    })
})

test('a sign-in begins on the pages of the pool alone: no call that is open to strangers can begin one', () => {
  prod.resourceCountIs('AWS::Cognito::UserPoolClient', 1)
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    SupportedIdentityProviders: ['COGNITO'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['code'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    GenerateSecret: false,
  })
})

test('nobody changes what the pool says of a person: neither the token nor the client is for that', () => {
  const rights = { AllowedOAuthScopes: ['openid', 'email'], WriteAttributes: ['zoneinfo'] }
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', rights)
  // Nothing is required: Cognito is said to refuse a list that leaves out what is.
  prod.hasResourceProperties('AWS::Cognito::UserPool', { Schema: Match.absent() })
})

test('the pool: nobody signs up, and an address counts once it is proven', () => {
  prod.hasResourceProperties('AWS::Cognito::UserPool', {
    AdminCreateUserConfig: Match.objectLike({ AllowAdminCreateUserOnly: true }),
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    LambdaConfig: Match.absent(),
    DeletionProtection: 'ACTIVE',
  })
})

test('a refresh token of the pool works once; a lost answer may be asked for again, for half a minute', () => {
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'], // with ALLOW_REFRESH_TOKEN_AUTH, nothing rotates
  })
})

test('the pages of the pool lead back to the dashboard of the API, and nowhere else', () => {
  const own = { 'Fn::Join': ['', Match.arrayWith(['https://', '/v1/dashboard'])] }
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', { CallbackURLs: [own], LogoutURLs: [own] })
})

// What functions may do. test/stack/rights.test.ts has all of it.

const rights = listRights(prod)

test('no function has a policy of AWS, which would allow more', () => {
  const names = listFunctions(prod).map(({ name }) => `${name}Role`)
  const roles = listResources(prod, 'AWS::IAM::Role').filter(({ name }) => names.includes(name))
  expect(roles).toHaveLength(names.length)
  expect(roles.filter(({ properties }) => properties.ManagedPolicyArns)).toEqual([])
})

test('a read that may write or start work says so in its route, so that it is counted before it begins', () => {
  for (const { id, method, meterBeforeRunning = false } of Object.values<Route>(routes)) {
    if (method !== 'GET') continue
    const ofRoute = rights.filter(({ name }) => name === toPascalCase(id))
    const own = ofRoute.filter(({ Condition }) => !/\["(KEY|USAGE)#\*"\]/.test(JSON.stringify(Condition ?? {})))
    const writes = own.some(({ actions }) => /PutItem|UpdateItem|DeleteItem|InvokeFunction/.test(actions.join()))
    expect([id, ofRoute.length > 0, writes]).toEqual([id, true, meterBeforeRunning])
  }
})

test('the function of the pages knows who signs people in, and may do nothing but log and trace', () => {
  const [pages] = listFunctions(prod).filter(({ name }) => name === 'Pages')
  expect(Object.keys(pages?.variables ?? {})).toEqual(['SIGN_IN'])
  const actions = rights.flatMap(({ name, actions }) => (name === 'Pages' ? actions : []))
  expect(actions.map((action) => action.split(':')[0])).toEqual(['logs', 'logs', 'xray', 'xray'])
})

test('only who invites people may do something to the pool, and nothing else', () => {
  const ofPool = rights.filter(({ actions }) => actions.join().includes('cognito-idp:'))
  const calls = ofPool.map(({ name, actions }) => [name, actions.map((action) => action.split(':')[1])])
  expect(calls).toEqual([['InvitePerson', ['AdminCreateUser']]])
})

test('only what sends alerts and invitations may mail: from that address, and nothing else of SES', () => {
  const calls = ['"ses:SendEmail"', '"ses:FromAddress"']
  expect(JSON.stringify(prod.toJSON()).match(/"ses:[^"]+"/g)).toEqual([...calls, ...calls])
  expect(rights.filter(({ actions }) => actions.join().includes('ses:'))).toMatchObject(
    ['InvitePerson', 'SendAlerts'].map((name) => ({
      name,
      actions: ['ses:SendEmail'],
      Condition: { StringEquals: { 'ses:FromAddress': mailFrom } },
      Resource: [mailFrom, 'example.com'].map((identity) => ({
        'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(`:identity/${identity}$`)])],
      })),
    })),
  )
})

test('the user pool mails from the sender, where there is one', () => {
  const identity = { 'Fn::Join': ['', expect.arrayContaining([':identity/example.com'])] }
  const [pool] = Object.values(prod.findResources('AWS::Cognito::UserPool'))
  const sender = { EmailSendingAccount: 'DEVELOPER', From: mailFrom, SourceArn: identity }
  expect(pool?.Properties.EmailConfiguration).toEqual(sender)
})

test('a sender adds a queue, a function and its rights, and nothing else', () => {
  const without = synthesizeTemplate('prod')
  const kept = Object.keys(without.toJSON().Resources)
  const added = Object.keys(prod.toJSON().Resources).filter((id) => !kept.includes(id))
  expect(added.filter((id) => !/^(Alerts|SendAlerts|ApiDeployment)/.test(id))).toEqual([])
  expect(JSON.stringify(without.toJSON())).not.toMatch(/ses:|ALERTS_QUEUE_URL|MAIL_FROM/)
  const failures = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Failures'), 'Arn'] }
  prod.hasResourceProperties('AWS::SQS::Queue', {
    RedrivePolicy: { deadLetterTargetArn: failures, maxReceiveCount: 5 },
  })
})

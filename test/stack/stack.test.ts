import { Validations } from 'aws-cdk-lib'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { type Route, routes } from '../../functions/routes'
import { jobTimeoutMs, routeTimeoutMs } from '../../functions/store/timing'
import { jobIds } from '../../lib/entries'
import { InventoryStack } from '../../lib/inventory-stack'
import { publicMethods } from '../../lib/pages'
import { rehearse } from '../support/rehearse'
import { chooseSize } from '../support/size'
import { given, leftOut, makeApp, synthesizeTemplate } from '../support/template'

const mailFrom = 'alerts@example.com'
const prod = synthesizeTemplate('prod', { mailFrom })
const allOn = {
  mailFrom,
  docs: 'true',
  accessLog: 'true',
  alarms: 'true',
  dashboard: 'true',
  metrics: 'true',
  detailedMetrics: 'true',
  traces: '1',
}
const allOff = {
  docs: 'false',
  accessLog: 'false',
  alarms: 'false',
  dashboard: 'false',
  metrics: 'false',
  detailedMetrics: 'false',
  traces: '0',
}
const resources = (type: string) => Object.values(prod.findResources(type)) as { Properties: Record<string, never> }[]

const extremes: [string, object][] = [
  ['all that a stack can have', { mailFrom }],
  ['nothing that can be left out', allOff],
]

rehearse.each(extremes)(
  'with %s, the rule packs of AWS Solutions and Serverless find nothing that is not acknowledged with a reason',
  (_, context) => {
    const app = makeApp(context)
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
    new InventoryStack(app, 'prod')
    const fatal = jest.spyOn(console, 'error').mockImplementation(() => {})
    app.synth()
    expect(fatal.mock.calls.flat().join('\n')).not.toMatch(/Serverless-|AwsSolutions-/)
    expect(process.exitCode ?? 0).toBe(0)
  },
)

rehearse('with all that it can have, a stack has at most 450 resources, and none with a fixed name', () => {
  const { Resources } = synthesizeTemplate('prod', allOn).toJSON() as {
    Resources: Record<string, { Type: string; Properties?: object }>
  }
  expect(Object.keys(Resources).length).toBeLessThanOrEqual(450)
  const named = ['TableName', 'FunctionName', 'RoleName', 'LogGroupName', 'UsagePlanName', 'QueueName']
  // These name another resource.
  const ofFunctions = ['AWS::Lambda::Permission', 'AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::EventSourceMapping']
  const naming = [...ofFunctions, 'AWS::Logs::MetricFilter']
  const created = Object.values(Resources).filter(({ Type }) => !naming.includes(Type))
  const properties = created.flatMap(({ Properties = {} }) => Object.keys(Properties))
  expect(properties.filter((property) => named.includes(property))).toEqual([])
})

test('the table: keys, TTL, point-in-time recovery, one index and no more', () => {
  prod.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_resource',
          KeySchema: [
            { AttributeName: 'resource', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      LocalSecondaryIndexes: Match.absent(),
    },
  })
})

rehearse('only a dev stage goes with its data', () => {
  synthesizeTemplate('dev').hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Delete',
    Properties: { DeletionProtectionEnabled: false },
  })
})

test.each([
  ['Starter', { RateLimit: 10, BurstLimit: 600 }, { Limit: 20_000, Period: 'DAY' }],
  ['Professional', { RateLimit: 50, BurstLimit: 3_000 }, { Limit: 200_000, Period: 'DAY' }],
  ['Enterprise', { RateLimit: 170, BurstLimit: 5_000 }, Match.absent()],
])('the usage plan of %s, and its id as an output', (plan, Throttle, Quota) => {
  prod.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    Description: Match.stringLikeRegexp(plan),
    Throttle,
    Quota,
    ApiStages: [Match.anyValue()],
  })
  prod.hasOutput(`${plan}PlanId`, {})
})

test('outputs name the API, once, and the table', () => {
  for (const output of ['ApiUrl', 'TableName']) prod.hasOutput(output, {})
  const urls = Object.keys(prod.findOutputs('*')).filter((name) => /url|endpoint/i.test(name))
  expect(urls.filter((name) => !/(Queue|SignIn)Url$/.test(name))).toEqual(['ApiUrl'])
})

test('only prod cannot be deleted by mistake', () => {
  const protects = (stage: string) => new InventoryStack(makeApp(), stage).terminationProtection
  const stages = chooseSize({ quick: ['prod', 'staging'], thorough: ['prod', 'staging', 'dev'] })
  expect(stages.map(protects)).toEqual([true, false, false].slice(0, stages.length))
})

test('the API takes usage keys from the authorizer, and its stage is v1, traced and logged', () => {
  prod.hasResourceProperties('AWS::ApiGateway::RestApi', { ApiKeySourceType: 'AUTHORIZER' })
  prod.hasResourceProperties('AWS::ApiGateway::Stage', {
    StageName: 'v1',
    TracingEnabled: true,
    AccessLogSetting: Match.anyValue(),
  })
  prod.hasResourceProperties('AWS::ApiGateway::Authorizer', { Type: 'TOKEN', AuthorizerResultTtlInSeconds: 300 })
})

rehearse(
  'the default endpoint answers beside a domain, unless it is switched off: that makes a new deployment of the API',
  () => {
    const off = synthesizeTemplate('prod', { defaultEndpoint: 'false' })
    prod.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: Match.absent() })
    off.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true })
    const deployments = [prod, off].map((template) =>
      Object.keys(template.findResources('AWS::ApiGateway::Deployment')),
    )
    expect(deployments[0]).not.toEqual(deployments[1])
  },
)

test('every method but those of pages is behind the authorizer and needs a key, and every resource has ANY for not-found', () => {
  const all = resources('AWS::ApiGateway::Method').map(({ Properties }) => Properties)
  const open = all.filter(({ AuthorizationType }) => AuthorizationType !== 'CUSTOM')
  expect(open.map(({ HttpMethod }) => HttpMethod)).toEqual(publicMethods.map(({ method }) => method))
  const methods = all.filter((method) => !open.includes(method))
  for (const method of methods) expect(method).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: true })
  const any = methods.filter(({ HttpMethod }) => HttpMethod === 'ANY')
  expect(any).toHaveLength(resources('AWS::ApiGateway::Resource').length + 1)
  expect(methods.length - any.length).toBe(Object.values<Route>(routes).filter(({ method }) => method !== 'ANY').length)
})

test('every function runs Node 24 on arm64, traced', () => {
  const functions = resources('AWS::Lambda::Function')
  expect(functions).toHaveLength(Object.keys(routes).length + jobIds.length + 1) // the pages
  for (const { Properties } of functions) {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
    })
    expect(Properties).toHaveProperty('LoggingConfig.LogGroup')
  }
})

/** What they do not handle within a run comes again. What mails alerts makes no row that an erasure could miss. */
const shortJobTimeoutsMs = { PublishEvents: 60_000, DeliverWebhook: 60_000, SendAlerts: 300_000 }

test('no function runs longer than the erasure of a company waits for it', () => {
  const asynchronous = jobIds.filter((id) => id !== 'authorizer').map((id) => id.replaceAll('-', ''))
  for (const [id, { Properties }] of Object.entries(prod.findResources('AWS::Lambda::Function'))) {
    const isJob = asynchronous.some((job) => id.toLowerCase().startsWith(job))
    const short = Object.entries(shortJobTimeoutsMs).find(([job]) => id.startsWith(job))
    const timeoutMs = short?.[1] ?? (isJob ? jobTimeoutMs : routeTimeoutMs)
    expect([id, Properties.Timeout * 1_000]).toEqual([id, timeoutMs])
  }
})

/** The methods of a template, by path and name, with the function that answers. */
function listMethods(template: Template) {
  const found = template.findResources('AWS::ApiGateway::Resource')
  const pathOf = (id: string): string => {
    const { ParentId, PathPart } = found[id]?.Properties ?? {}
    return PathPart === undefined ? '' : `${pathOf(ParentId.Ref ?? '')}/${PathPart}`
  }
  return Object.values(template.findResources('AWS::ApiGateway::Method')).map(({ Properties }) => ({
    ...Properties,
    name: `${Properties.HttpMethod} ${pathOf(Properties.ResourceId.Ref ?? '')}`,
    uri: JSON.stringify(Properties.Integration.Uri),
  }))
}

test('pages and the document need neither authorizer nor key, and the stage throttles them', () => {
  const open = listMethods(prod).filter(({ name }) =>
    publicMethods.some(({ method, path }) => name === `${method} ${path}`),
  )
  expect(open).toHaveLength(publicMethods.length)
  for (const method of open) {
    expect(method).toMatchObject({ AuthorizationType: 'NONE', ApiKeyRequired: false })
    expect(method).not.toHaveProperty('AuthorizerId')
    expect(method.uri).toMatch(/"Pages\w+","Arn"/)
  }
  const limits = {
    docs: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    people: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 400 },
  }
  const settings = publicMethods.map(({ part, method, path }) => ({
    HttpMethod: method,
    ResourcePath: `/${path.replaceAll('/', '~1')}`,
    LoggingLevel: 'ERROR',
    MetricsEnabled: false,
    ...limits[part],
  }))
  prod.hasResourceProperties('AWS::ApiGateway::Stage', {
    MethodSettings: Match.arrayWith(settings.map((each) => Match.objectLike(each))),
  })
})

test('a usage plan limits keys and no single method, so it says nothing of pages, which need no key', () => {
  const stages = { ApiStages: [{ ApiId: Match.anyValue(), Stage: Match.anyValue(), Throttle: Match.exact({}) }] }
  prod.resourcePropertiesCountIs('AWS::ApiGateway::UsagePlan', stages, 4)
})

test('the function of the pages knows who signs people in, and may do nothing but log and trace', () => {
  const ofPages = (type: string) =>
    Object.entries(prod.findResources(type)).flatMap(([id, { Properties }]) =>
      id.startsWith('Pages') ? [Properties] : [],
    )
  const [pages] = ofPages('AWS::Lambda::Function')
  expect(Object.keys(pages?.Environment.Variables)).toEqual(['SIGN_IN'])
  const policies = ofPages('AWS::IAM::Role').flatMap(({ Policies }) => Policies)
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  expect(statements.flatMap(({ Action }) => Action).map((action: string) => action.split(':')[0])).toEqual([
    ...['logs', 'logs'],
    ...['xray', 'xray'],
  ])
})

const names = (template: Template) => listMethods(template).map(({ name }) => name)

rehearse('without the reference page, it and the document do not exist, and no other route has changed', () => {
  const without = synthesizeTemplate('prod', leftOut)
  const gone = names(prod).filter((name) => !names(without).includes(name))
  const ofDocs = publicMethods.filter(({ part }) => part === 'docs')
  expect(gone.sort()).toEqual(
    [...new Set(ofDocs.flatMap(({ method, path }) => [`ANY ${path}`, `${method} ${path}`]))].sort(),
  )
  expect(names(without).filter((name) => !names(prod).includes(name))).toEqual([])
  expect(JSON.stringify(listMethods(without))).not.toContain('docs')
})

rehearse(
  'without people, there is no dashboard; without the reference page, too, there is no function of pages',
  () => {
    const without = synthesizeTemplate('prod', { docs: 'false', people: 'false' })
    expect(names(without).filter((name) => name.includes('/dashboard'))).toEqual([])
    expect(Object.keys(without.findResources('AWS::Lambda::Function')).filter((id) => /^Pages/.test(id))).toEqual([])
  },
)

test('answers are compressed from 8 KiB', () => {
  prod.hasResourceProperties('AWS::ApiGateway::RestApi', { MinimumCompressionSize: 8_192 })
})

const meter = ['UpdateItem KEY#*,USAGE#*']
/** Which of the table's indexes a statement is about; nothing for the table itself. Fails where it is neither. */
function indexOf(resource: unknown): string {
  const arn = '\\{"Fn::GetAtt":\\["Table\\w+","Arn"\\]\\}'
  const pattern = new RegExp(`^(?:${arn}|\\{"Fn::Join":\\["",\\[${arn},"/index/(\\w+)"\\]\\]\\})$`)
  const found = pattern.exec(JSON.stringify(resource))
  expect(found).not.toBeNull()
  return found?.[1] ? ` ${found[1]}` : ''
}

test.each([
  ['Authorizer', ['GetItem COMPANY#*,KEY#*', 'UpdateItem COMPANY#*,KEY#*']],
  ['ListItems', [...meter, 'GetItem CATALOGUE#*,CHUNK#*', 'Query ITEMS#*,LOG#*']],
  ['GetItem', [...meter, 'GetItem ITEMS#*']],
  ['CreateItem', [...meter, 'GetItem IDEMPOTENCY#*', 'PutItem ITEMS#*,SKU#*,LOG#*,IDEMPOTENCY#*']],
  ['DeleteItem', [...meter, 'GetItem ITEMS#*,IDEMPOTENCY#*', 'PutItem,DeleteItem ITEMS#*,SKU#*,LOG#*,IDEMPOTENCY#*']],
  [
    'ReceiveOrder',
    [
      ...meter,
      'UpdateItem PACE#*',
      'GetItem ORDERS#*,IDEMPOTENCY#*',
      'BatchGetItem ITEMS#*',
      'PutItem ORDERS#*,ITEMS#*,RECEIPTS#*,LOG#*,IDEMPOTENCY#*',
    ],
  ],
  [
    'ListAudit',
    [
      ...meter,
      'GetItem ITEMS#*',
      'Query LOG#*,LOGDAYS#*,LOGSTRETCHES#*',
      'Query ITEM#*,ORDER#*,SNAPSHOT#* by_resource',
      'PutItem LOGSTRETCHES#*',
    ],
  ],
  [
    'CompactCatalogue',
    [
      'PutItem,ConditionCheckItem,DeleteItem COMPANY#*',
      'GetItem CATALOGUE#*,CHUNK#*,ORDERS#*',
      'Query COMPANY#*,ITEMS#*,ORDERS#*,LOG#*,LOGDAYS#*,LOGSTRETCHES#*',
      'PutItem CATALOGUE#*,CHUNK#*,LOGSTRETCHES#*',
    ],
  ],
  ['RemoveDeadGatewayKeys', ['GetItem KEY#*,KEYID#*']],
  ['NotFound', meter],
  ['Pages', []],
])('%s may do this to the table, and nothing else', (name, grants) => {
  type Statement = {
    Action: string | string[]
    Resource: unknown
    Condition?: { [operator: string]: { [key: string]: string[] } }
  }
  type Role = {
    Properties: { Policies: { PolicyDocument: { Statement: Statement[] } }[]; ManagedPolicyArns?: unknown }
  }
  const [id = ''] = Object.keys(prod.findResources('AWS::IAM::Role')).filter((found) => found.startsWith(`${name}Role`))
  const { Properties } = prod.findResources('AWS::IAM::Role')[id] as Role
  const statements = Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  const onTable = statements.filter(({ Action }) => String(Action).startsWith('dynamodb:'))
  expect(
    onTable.map(({ Action, Resource, Condition }) => {
      const kinds = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']
      return `${String(Action).replaceAll('dynamodb:', '')} ${kinds}${indexOf(Resource)}`
    }),
  ).toEqual(grants)
  expect(Properties.ManagedPolicyArns).toBeUndefined()
})

test('a read that may write or start work says so in its route, so that it is counted before it begins', () => {
  type Policies = { PolicyDocument: { Statement: { Action: string | string[]; Condition?: object }[] } }[]
  const roles = Object.entries(prod.findResources('AWS::IAM::Role'))
  for (const { id, method, startsWork = false } of Object.values<Route>(routes)) {
    if (method !== 'GET') continue
    const name = id.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())
    const role = roles.find(([found]) => found.startsWith(`${name}Role`))?.[1]
    const policies: Policies = role?.Properties.Policies
    const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    const own = statements.filter(({ Condition }) => !JSON.stringify(Condition ?? {}).includes('["KEY#*","USAGE#*"]'))
    const writes = own.some(({ Action }) => /PutItem|UpdateItem|DeleteItem|InvokeFunction/.test(String(Action)))
    expect([id, writes]).toEqual([id, startsWork])
  }
})

test('a sender adds a queue, a function and its rights: to mail from that address, and to nothing else of SES', () => {
  const without = synthesizeTemplate('prod')
  const ids = (template: Template) => Object.keys(template.toJSON().Resources)
  const added = ids(prod).filter((id) => !ids(without).includes(id))
  expect(added.filter((id) => !/^(Alerts|SendAlerts)/.test(id) && !id.startsWith('ApiDeployment'))).toEqual([])
  expect(JSON.stringify(without.toJSON())).not.toMatch(/ses:|ALERTS_QUEUE_URL|MAIL_FROM/)
  const failures = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Failures'), 'Arn'] }
  prod.hasResourceProperties('AWS::SQS::Queue', {
    RedrivePolicy: { deadLetterTargetArn: failures, maxReceiveCount: 5 },
  })
  const mails = JSON.stringify(prod.toJSON()).match(/"ses:[^"]+"/g)
  expect(mails).toEqual(['"ses:SendEmail"', '"ses:FromAddress"'])
  prod.hasResourceProperties('AWS::IAM::Role', {
    Policies: [
      {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Action: 'ses:SendEmail',
              Condition: { StringEquals: { 'ses:FromAddress': mailFrom } },
              Resource: ['alerts@example.com', 'example.com'].map((identity) => ({
                'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(`:identity/${identity}$`)])],
              })),
            }),
          ]),
        },
      },
    ],
  })
})

test.each(['no address', 'a@b', 'Ann <ann@example.com>', ''])('"%s" is no sender', (sender) => {
  expect(() => synthesizeTemplate('prod', { mailFrom: sender })).toThrow('"mailFrom" must be an e-mail address')
})

test('mails need events and people', () => {
  for (const part of ['events', 'people'])
    expect(() => synthesizeTemplate('prod', { mailFrom, [part]: 'false' })).toThrow(
      '"mailFrom" needs events and people',
    )
})

test('the times of schedules are for the context to set', () => {
  const other = synthesizeTemplate('prod', given)
  for (const ScheduleExpression of [given.dailySnapshots, 'cron(17 3 * * ? *)'])
    other.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression })
})

test('the night has a few workers, and the context can say how many', () => {
  const expectWorkers = (template: Template, MaximumConcurrency: number) =>
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Nightly'), 'Arn'] },
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency },
    })
  expectWorkers(prod, 5)
  expectWorkers(synthesizeTemplate('prod', given), Number(given.nightlyWorkers))
  for (const nightlyWorkers of ['1', '1001', '2.5', 'many', ''])
    expect(() => synthesizeTemplate('prod', { nightlyWorkers })).toThrow(
      'The context value "nightlyWorkers" must be a whole number from 2 to 1000.',
    )
})

test('the workers that clients start have a concurrency of their own where it is given, and no other function has one', () => {
  const list = (template: Template) =>
    Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(([id, { Properties }]) =>
      'ReservedConcurrentExecutions' in Properties ? [[id.slice(0, -8), Properties.ReservedConcurrentExecutions]] : [],
    )
  expect(list(prod)).toEqual([])
  const limited = list(synthesizeTemplate('prod', { ...leftOut, workerConcurrency: 5 }))
  expect(limited.sort()).toEqual([
    ['CompactCatalogue', 5],
    ['RunRestore', 5],
  ])
})

test.each(['0', '-1', '1.5', 'many', '', '10000'])(
  'the context value workerConcurrency is refused where it is "%s"',
  (value) => {
    expect(() => synthesizeTemplate('prod', { workerConcurrency: value })).toThrow(
      '"workerConcurrency" must be a whole number from 1 to 9999',
    )
  },
)

test('whatever runs by an event is tried three times, and what fails for good is kept for two weeks; so is an event that did not arrive', () => {
  prod.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true })
  prod.hasOutput('FailuresQueueUrl', { Value: { Ref: Match.stringLikeRegexp('^Failures') } })
  const queue = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Failures'), 'Arn'] }
  const logicalIds = Object.keys(prod.findResources('AWS::Lambda::Function'))
  // The messages of a queue come again.
  for (const job of jobIds.filter(
    (id) => !['authorizer', 'deliver-webhook', 'do-nightly-work', 'send-alerts'].includes(id),
  )) {
    const name = logicalIds.find((id) => id.toLowerCase().startsWith(job.replaceAll('-', '')))
    prod.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: name },
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: queue } },
    })
  }
  const rules = resources('AWS::Events::Rule')
  expect(rules).toHaveLength(4)
  for (const { Properties } of rules)
    expect(Properties).toMatchObject({
      Targets: [{ DeadLetterConfig: { Arn: expect.anything() }, RetryPolicy: { MaximumRetryAttempts: 2 } }],
    })
})

test.each([
  ['UNAUTHORIZED', '401', 'unauthorized'],
  ['ACCESS_DENIED', '403', 'forbidden'],
  ['INVALID_API_KEY', '401', 'unauthorized'],
  ['UNSUPPORTED_MEDIA_TYPE', '400', 'invalid_content_type', 'Content-Type'],
  ['THROTTLED', '429', 'rate_limited'],
  ['QUOTA_EXCEEDED', '429', 'rate_limited'],
  ['DEFAULT_4XX', Match.absent(), 'invalid_request'],
  ['DEFAULT_5XX', '500', 'internal_error'],
])(
  'the gateway’s own %s has status %s, the error shape and every header',
  (...[ResponseType, StatusCode, code, field]) => {
    const limits = ['Limit', 'Remaining', 'Reset'].map((name) => [`gatewayresponse.header.X-RateLimit-${name}`, "'0'"])
    prod.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
      ResponseType,
      StatusCode,
      ResponseParameters: { ...Object.fromEntries(limits), 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
      ResponseTemplates: {
        'application/json': Match.stringLikeRegexp(`"code":"${code}".*${field ? `"field":"${field}"` : ''}`),
      },
    })
  },
)

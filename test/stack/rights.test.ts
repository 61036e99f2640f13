import { Match } from 'aws-cdk-lib/assertions'
import { type Route, routes } from '../../functions/routes'
import { toPascalCase } from '../../lib/function'
import { listFunctions, listResources, listRights, synthesizeTemplate } from '../support/template'

// What functions may do: to the table, to the pool of people, to mail, and nothing else.

const mailFrom = 'alerts@example.com'
const prod = synthesizeTemplate('prod', { mailFrom })
const rights = listRights(prod)
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
      ...[...meter, 'UpdateItem PACE#*', 'GetItem ORDERS#*,IDEMPOTENCY#*', 'BatchGetItem ITEMS#*'],
      'PutItem ORDERS#*,ITEMS#*,RECEIPTS#*,LOG#*,IDEMPOTENCY#*',
    ],
  ],
  [
    'ListAudit',
    [
      ...[...meter, 'GetItem ITEMS#*', 'Query LOG#*,LOGDAYS#*,LOGSTRETCHES#*'],
      ...['Query ITEM#*,ORDER#*,SNAPSHOT#* by_resource', 'PutItem LOGSTRETCHES#*'],
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
  const onTable = rights.filter(({ name: of, actions }) => of === name && actions.join().startsWith('dynamodb:'))
  expect(
    onTable.map(({ actions, Resource, Condition }) => {
      const kinds = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']
      return `${actions.join().replaceAll('dynamodb:', '')} ${kinds}${indexOf(Resource)}`
    }),
  ).toEqual(grants)
})

test('no function has a policy of AWS, which would allow more', () => {
  const names = listFunctions(prod).map(({ name }) => `${name}Role`)
  const roles = listResources(prod, 'AWS::IAM::Role').filter(({ name }) => names.includes(name))
  expect(roles).toHaveLength(names.length)
  expect(roles.filter(({ properties }) => properties.ManagedPolicyArns)).toEqual([])
})

test('a read that may write or start work says so in its route, so that it is counted before it begins', () => {
  for (const { id, method, startsWork = false } of Object.values<Route>(routes)) {
    if (method !== 'GET') continue
    const ofRoute = rights.filter(({ name }) => name === toPascalCase(id))
    const own = ofRoute.filter(({ Condition }) => !JSON.stringify(Condition ?? {}).includes('["KEY#*","USAGE#*"]'))
    const writes = own.some(({ actions }) => /PutItem|UpdateItem|DeleteItem|InvokeFunction/.test(actions.join()))
    expect([id, ofRoute.length > 0, writes]).toEqual([id, true, startsWork])
  }
})

test('the function of the pages knows who signs people in, and may do nothing but log and trace', () => {
  const [pages] = listFunctions(prod).filter(({ name }) => name === 'Pages')
  expect(Object.keys(pages?.variables ?? {})).toEqual(['SIGN_IN'])
  const actions = rights.flatMap(({ name, actions }) => (name === 'Pages' ? actions : []))
  expect(actions.map((action) => action.split(':')[0])).toEqual(['logs', 'logs', 'xray', 'xray'])
})

test('only who invites and who removes people may do something to the pool, and nothing else', () => {
  const ofPool = rights.filter(({ actions }) => actions.join().includes('cognito-idp:'))
  const calls = ofPool.map(({ name, actions }) => [name, actions.map((action) => action.split(':')[1])])
  expect(calls).toEqual([
    ['InvitePerson', ['AdminCreateUser', 'AdminGetUser']],
    ['RemovePerson', ['AdminDeleteUser']],
  ])
})

test('only what sends alerts may mail: from that address, and nothing else of SES', () => {
  expect(JSON.stringify(prod.toJSON()).match(/"ses:[^"]+"/g)).toEqual(['"ses:SendEmail"', '"ses:FromAddress"'])
  expect(rights.filter(({ actions }) => actions.join().includes('ses:'))).toMatchObject([
    {
      name: 'SendAlerts',
      actions: ['ses:SendEmail'],
      Condition: { StringEquals: { 'ses:FromAddress': mailFrom } },
      Resource: [mailFrom, 'example.com'].map((identity) => ({
        'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(`:identity/${identity}$`)])],
      })),
    },
  ])
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

import { text } from 'node:stream/consumers'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { describeBareTable } from '../../cli/recovery/table-shape'
import { openKinds } from '../../cli/stacks/kinds'
import { localAccess } from '../../cli/target'
import { type Served, serve } from '../../local/serve'
import { userSettings } from '../support/aws'
import { expectRefused, runAtTerminal, runInventory } from '../support/command'
import { useTable } from '../support/table'
import { synthesizeTemplate } from '../support/template'

// What a failed first deployment has left, by the requests that the command sends. The tables are real.

const engine = useTable()
const StackId = 'arn:aws:cloudformation:eu-central-1:1:stack/Inventory-prod/6f1c'
const Arn = 'arn:aws:iam::1:role/role-A1'
const [table, foreignTable] = ['Inventory-prod-Table-A1', 'Inventory-prod2-Table-B1']
const [log, foreignLog] = ['Inventory-prod-Log-A1', 'Inventory-prod2-Log-B1']
const aws = { status: '', failing: '', accountRole: '', there: new Set<string>(), calls: [] as string[] }
let made: [type: string, id: string][]
let served: Served
let db: DynamoDBClient
beforeAll(async () => {
  served = await serve(async (incoming, outgoing) => {
    const sent = await text(incoming)
    if (incoming.url === '/account') return outgoing.end(JSON.stringify({ cloudwatchRoleArn: aws.accountRole }))
    const [, action = ''] = String(incoming.headers['x-amz-target'] ?? '').split('.')
    const [status, body] = action === '' ? answerQuery(new URLSearchParams(sent)) : answerJson(action, JSON.parse(sent))
    outgoing.writeHead(status).end(body)
  })
  db = new DynamoDBClient({ endpoint: engine.endpoint, ...localAccess })
  await createTable(foreignTable)
})
afterAll(() => Promise.all([served.stop(), db.destroy()]))
beforeEach(async () => {
  const ids = [table, log, `${served.endpoint}/queue-A1`, 'eu-central-1_A1', 'key-A1', 'role-A1', 'account-A1']
  made = Object.keys(openKinds()).map((type, index) => [type, ids[index] ?? ''])
  const there = new Set([...ids.slice(1), foreignLog])
  Object.assign(aws, { status: 'ROLLBACK_COMPLETE', failing: '', accountRole: Arn, there, calls: [] })
  if (!(await listTables()).includes(table)) await createTable(table)
})

const createTable = (name: string) =>
  db.send(new CreateTableCommand({ ...describeBareTable(name), DeletionProtectionEnabled: true }))
const listTables = async () => (await db.send(new ListTablesCommand({}))).TableNames ?? []

/** Cognito, Logs, Secrets Manager and SQS: what they describe is there, and what they delete is not. */
function answerJson(action: string, body: Record<string, string>): [number, string] {
  const logGroups = [...aws.there].map((logGroupName) => ({ logGroupName }))
  if (action === 'DescribeLogGroups') return [200, JSON.stringify({ logGroups })]
  const id = body.UserPoolId ?? body.SecretId ?? body.QueueUrl ?? body.logGroupName ?? ''
  const __type = aws.there.has(id) ? 'InvalidRequestException' : 'ResourceNotFoundException'
  if (!aws.there.has(id) || action === aws.failing) return [400, JSON.stringify({ __type, message: 'Not now.' })]
  aws.calls.push(action)
  if (action.startsWith('Delete')) aws.there.delete(id)
  return [200, '{}']
}

const format = (fields: object) => Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
const member = (fields: object) => `<member>${format(fields).join('')}</member>`

/** CloudFormation and IAM. */
function answerQuery(request: URLSearchParams): [number, string] {
  const [action = '', role] = [request.get('Action') ?? '', request.get('RoleName')]
  aws.calls.push(action)
  if (role !== null && !aws.there.has(role)) return [404, '<R><Error><Code>NoSuchEntity</Code></Error></R>']
  if (action === 'DeleteRole') aws.there.delete(role ?? '')
  const stack = { StackId, StackStatus: aws.status, EnableTerminationProtection: true }
  const result = {
    Stacks: member(stack),
    StackEvents: listEvents().map(member).join(''),
    Role: format({ Arn, RoleName: role }).join(''),
    AttachedPolicies: member({ PolicyArn: 'arn:aws:iam::aws:policy/Logs' }),
  }
  return [200, `<${action}Response><${action}Result>${format(result).join('')}</${action}Result></${action}Response>`]
}

/** Newest first. The stack wanted a log group that another one has. */
function listEvents(): object[] {
  const event = ([ResourceType, PhysicalResourceId]: string[], ResourceStatus: string, ResourceStatusReason = '') => {
    return { StackId, LogicalResourceId: 'Log', ResourceType, PhysicalResourceId, ResourceStatus, ResourceStatusReason }
  }
  const foreign = ['AWS::Logs::LogGroup', foreignLog]
  return [
    ...[...made, foreign].map((each) => event(each, 'DELETE_SKIPPED')),
    event(['AWS::ApiGateway::RestApi', ''], 'CREATE_FAILED', 'Resource creation cancelled'),
    event(foreign, 'CREATE_FAILED', 'It already exists'),
    ...made.map((each) => event(each, 'CREATE_COMPLETE')),
  ]
}

const command = ['stacks', 'leftovers', '--stack', 'Inventory-prod']
const settings = () => {
  return { ...userSettings, AWS_ENDPOINT_URL: served.endpoint, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }
}
const run = (...args: string[]) => runInventory([...command, ...args], settings())
const answer = (line: string) => runAtTerminal([...command, '--remove'], line, settings())
const listChanges = () => aws.calls.filter((call) => !/^(Describe|Get|List)/.test(call))

test('it knows each type that a stack keeps', () => {
  const { Resources } = synthesizeTemplate('prod').toJSON()
  const kept = Object.values<{ Type: string; DeletionPolicy?: string }>(Resources).filter(
    ({ DeletionPolicy }) => DeletionPolicy === 'Retain',
  )
  expect([...new Set(kept.map(({ Type }) => Type))].sort()).toEqual(Object.keys(openKinds()).sort())
})

test('it tells why the deployment has failed and what is left, and changes nothing', async () => {
  const { status, stdout, stderr } = await run()
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Why it has failed:\n {2}Log: It already exists\nTo /)])
  expect(stderr).toContain('npx inventory stacks leftovers --stack Inventory-prod --remove')
  expect(stdout.match(/^id +(\S+)/gm)).toHaveLength(6)
  expect(stdout).not.toContain(foreignLog)
  expect(await expectRefused(answer('y'), 'Nothing was changed', 1)).toMatch(
    /table Inventory-prod-Table-A1\n.*type Inventory-prod\n/s,
  )
  expect([listChanges(), await listTables()]).toEqual([[], expect.arrayContaining([table])])
})

test('once its name is typed, all that the stack has made goes, and nothing of another; it can be repeated', async () => {
  aws.failing = 'DeleteSecret'
  const told = expect.stringMatching(/failed: Not now\..*stays: API Gateway/s)
  expect(await answer('Inventory-prod')).toMatchObject({ status: 1, stdout: told })
  expect(listChanges()).not.toContain('UpdateTerminationProtection')
  Object.assign(aws, { failing: '', accountRole: 'arn:aws:iam::1:role/another' })
  expect(await run('--remove', '--yes')).toMatchObject({ status: 0, stderr: expect.stringMatching(/-c stage=prod\n$/) })
  expect([...aws.there]).toEqual(['account-A1', foreignLog])
  expect(await listTables()).toEqual([engine.table.name, foreignTable])
  expect(listChanges().at(-1)).toBe('UpdateTerminationProtection')
  expect((await run()).stdout).toBe('None.\n')
})

test('a table with rows stops it: nothing is deleted', async () => {
  const Item = { pk: { S: 'COMPANY#1' }, sk: { S: 'COMPANY' } }
  await db.send(new PutItemCommand({ TableName: table, Item }))
  await expectRefused(run('--remove', '--yes'), `The table ${table} has rows: there was a service`, 1)
  expect(listChanges()).toEqual([])
})

test.each(['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])('a stack that is %s is refused', async (status) => {
  aws.status = status
  await expectRefused(run('--remove', '--yes'), `the stack Inventory-prod has the status ${status}`, 1)
})

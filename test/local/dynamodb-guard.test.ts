import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FunctionPool } from '../../local/functions/function-pool'
import { listen } from '../../local/listen'
import { account, region } from '../../local/names'
import { makeFunctionOptions } from '../support/function-options'

/** Sends the command that the event names, and answers what came of it. */
const bundle = `
  const { DynamoDBClient, ...commands } = require('${require.resolve('@aws-sdk/client-dynamodb')}')
  const client = new DynamoDBClient({ maxAttempts: 1 })
  exports.handler = ({ command, input }) => client.send(new commands[command](input)).then(
    () => 'done',
    ({ name, message }) => ({ name, message }),
  )`

const table = `arn:aws:dynamodb:${region}:${account}:table/T`
const role = [
  {
    Effect: 'Allow' as const,
    Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:BatchGetItem'],
    Resource: table,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['A#*'] } },
  },
]

/** What has arrived: the operation, and who has signed it. */
const arrived: { operation: string; signedBy: string }[] = []
const engine = createServer((incoming, outgoing) => {
  const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
  arrived.push({ operation, signedBy: /Credential=(\w+)/.exec(incoming.headers.authorization ?? '')?.[1] ?? '' })
  incoming.resume().once('end', () => outgoing.end('{}'))
})
let folder: string
let pool: FunctionPool

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-'))
  writeFileSync(join(folder, 'index.js'), bundle)
  const dynamodb = {
    engine: `http://127.0.0.1:${await listen(engine)}`,
    accessKeyId: 'owner',
    partitionKeys: { table: 'pk', indexes: {} },
  }
  const definition = {
    ...{ name: 'Guarded', bundle: join(folder, 'index.js'), handler: 'handler', environment: {}, role },
    ...{ memory: 128, timeoutMs: 60_000, concurrency: null, logGroup: 'Logs' },
  }
  pool = new FunctionPool(definition, makeFunctionOptions({ dynamodb }))
})
afterAll(async () => {
  await pool.stop()
  engine.closeAllConnections()
  engine.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => arrived.splice(0))

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } })
const query = (pk: string) => ({
  TableName: 'T',
  KeyConditionExpression: '#p = :p',
  ExpressionAttributeNames: { '#p': 'pk' },
  ExpressionAttributeValues: { ':p': { S: pk } },
})
const put = (pk: string) => ({ Put: { TableName: 'T', Item: key(pk) } })

test.each([
  ['GetItem', { TableName: 'T', Key: key('A#1') }],
  ['Query', query('A#1')],
  ['BatchGetItem', { RequestItems: { T: { Keys: [key('A#1'), key('A#2')] } } }],
  ['TransactWriteItems', { TransactItems: [put('A#1'), put('A#2')] }],
])('%s of rows that the policies allow arrives, signed for the engine', async (operation, input) => {
  expect(await pool.invoke({ command: `${operation}Command`, input })).toEqual({ result: 'done' })
  expect(arrived).toEqual([{ operation, signedBy: 'owner' }])
})

test.each([
  ['GetItem', 'GetItem', { TableName: 'T', Key: key('B#1') }],
  ['Query', 'Query', query('B#1')],
  ['BatchGetItem', 'BatchGetItem', { RequestItems: { T: { Keys: [key('A#1'), key('B#1')] } } }],
  ['BatchWriteItem', 'BatchWriteItem', { RequestItems: { T: [{ PutRequest: { Item: key('A#1') } }] } }],
  ['TransactWriteItems', 'PutItem', { TransactItems: [put('A#1'), put('B#1')] }],
  ['TransactWriteItems', 'DeleteItem', { TransactItems: [{ Delete: { TableName: 'T', Key: key('A#1') } }] }],
  ['TransactGetItems', 'GetItem', { TransactItems: [{ Get: { TableName: 'T', Key: key('B#1') } }] }],
])('%s that needs a right to %s which is missing is refused in DynamoDB’s words', async (operation, action, input) => {
  const message = `User: Guarded is not authorized to perform: dynamodb:${action} on resource: ${table}`
  const refusal = { name: 'AccessDeniedException', message }
  expect(await pool.invoke({ command: `${operation}Command`, input })).toEqual({ result: refusal })
  expect(arrived).toEqual([])
})

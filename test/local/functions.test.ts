import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { FunctionPool } from '../../local/functions/function-pool'
import { listen } from '../../local/listen'
import { account, region } from '../../local/names'
import { useFolder } from '../support/folder'
import { makeFunctionOptions } from '../support/function-options'

const folder = useFolder()
const openPools: FunctionPool[] = []
afterAll(async () => {
  for (const pool of openPools) await pool.stop()
})

/** `reserved`: what the template says of its concurrency. `options`: what the runtime has for any function. */
function openPool(
  bundle: string,
  options = {},
  { role = [] as typeof dataRole, reserved = null as number | null } = {},
) {
  const file = join(folder, `${openPools.length}.js`)
  writeFileSync(file, bundle)
  const definition = {
    ...{ name: 'Work', bundle: file, handler: 'handler', environment: {}, role },
    ...{ memory: 128, timeoutMs: 60_000, concurrency: reserved, logGroup: 'Logs' },
  }
  const pool = new FunctionPool(definition, makeFunctionOptions(options))
  openPools.push(pool)
  return pool
}

/** Answers `echo`, or the id of its thread, at once. For `last`, its answer is on its way when the file is there. */
const echo = `
  const { parentPort, threadId } = require('node:worker_threads')
  exports.handler = ({ echo, last, thread }) => {
    if (thread) return Promise.resolve(threadId)
    if (echo) return Promise.resolve(echo)
    parentPort.postMessage({ payload: '"last"' })
    require('node:fs').writeFileSync(last, '')
    return new Promise(() => setInterval(() => {}, 1_000))
  }`

let sent = 0
/** An answer has been sent by the thread, and has not arrived here. */
function sendAnswer(pool: FunctionPool): Promise<unknown> {
  const last = join(folder, `sent-${sent++}`)
  const answer = pool.invoke({ last })
  while (!existsSync(last)); // what arrives is handled only once this ends
  return answer
}

test('it stops also where an answer arrives while it does', async () => {
  const pool = openPool(echo)
  expect(await pool.invoke({ echo: 1 })).toEqual({ result: 1 })
  const answer = sendAnswer(pool)
  await pool.stop()
  expect(await answer).toEqual({ result: 'last' })
})

test('a thread that answers while it is killed gets no more events', async () => {
  const pool = openPool(echo)
  expect(await pool.invoke({ echo: 1 })).toEqual({ result: 1 })
  const answer = sendAnswer(pool)
  await pool.kill()
  expect(await answer).toEqual({ result: 'last' })
  expect(await pool.invoke({ echo: 2 })).toEqual({ result: 2 })
})

test.each([
  [null, 3, 3],
  [2, 3, 2],
  [5, 3, 3],
])(
  'with reserved concurrency %p, of which there is room for %i, it processes %i of four events at once',
  async (reserved, concurrency, threads) => {
    const limited = openPool(echo, { concurrency }, { reserved })
    const answers = await Promise.all(Array.from({ length: 4 }, () => limited.invoke({ thread: true })))
    expect(new Set(answers.map((answer) => 'result' in answer && answer.result)).size).toBe(threads)
  },
)

/** Sends the command that the event names, and answers what came of it. */
const sendCommand = `
  const { DynamoDBClient, ...commands } = require('${require.resolve('@aws-sdk/client-dynamodb')}')
  const client = new DynamoDBClient({ maxAttempts: 1 })
  exports.handler = ({ command, input }) => client.send(new commands[command](input)).then(
    () => 'done',
    ({ name, message }) => ({ name, message }),
  )`

const table = `arn:aws:dynamodb:${region}:${account}:table/T`
const dataRole = [
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
let guarded: FunctionPool
beforeAll(async () => {
  const partitionKeys = { table: 'pk', indexes: {} }
  const dynamodb = { engine: `http://127.0.0.1:${await listen(engine)}`, accessKeyId: 'owner', partitionKeys }
  guarded = openPool(sendCommand, { dynamodb }, { role: dataRole })
})
afterAll(() => {
  engine.closeAllConnections()
  engine.close()
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
  expect(await guarded.invoke({ command: `${operation}Command`, input })).toEqual({ result: 'done' })
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
  const message = `User: Work is not authorized to perform: dynamodb:${action} on resource: ${table}`
  const refusal = { name: 'AccessDeniedException', message }
  expect(await guarded.invoke({ command: `${operation}Command`, input })).toEqual({ result: refusal })
  expect(arrived).toEqual([])
})

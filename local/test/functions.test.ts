import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { useFolder } from '../../test/support/folder'
import { makeFunctionOptions } from '../../test/support/function-options'
import { FunctionPool } from '../functions/function-pool'
import { Turns } from '../functions/turns'
import { WorkerLimit } from '../functions/worker-limit'
import { listen } from '../listen'
import { account, region } from '../names'

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

test('a thread that answers while it is killed gets no more events; one that does while all stops is no obstacle', async () => {
  const pool = openPool(echo)
  for (const end of ['kill', 'stop'] as const) {
    expect(await pool.invoke({ echo: end })).toEqual({ result: end })
    const answer = sendAnswer(pool)
    await pool[end]()
    expect(await answer).toEqual({ result: 'last' })
  }
})

test.each([
  [null, 3, 3],
  [2, 3, 2],
  [5, 3, 3],
])(
  'with reserved concurrency %p and room for %i, %i of four events run at once',
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

describe('limits', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  /** Two at once, and long from a second on. `begun` has those that have a turn, in order. */
  function openTurns() {
    const turns = new Turns(2, 1_000)
    const begun: string[] = []
    const begin = async (name: string) => {
      const end = await turns.take()
      begun.push(name)
      return end
    }
    return { begin, begun }
  }

  /** What waits for a promise goes on. */
  const settle = () => jest.advanceTimersByTimeAsync(0)

  test('so many run at once; who came first has the next turn', async () => {
    const { begin, begun } = openTurns()
    const [first, second] = [await begin('a'), await begin('b')]
    const third = begin('c')
    void begin('d')
    await settle()
    expect(begun).toEqual(['a', 'b'])
    second()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    first()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    void third.then((end) => end())
    await begin('e')
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('what takes long counts no more, and what ends after that frees no second turn', async () => {
    const { begin, begun } = openTurns()
    const long = await begin('long')
    await begin('longer')
    for (const name of ['c', 'd', 'e']) void begin(name)
    await jest.advanceTimersByTimeAsync(999)
    expect(begun).toEqual(['long', 'longer'])
    await jest.advanceTimersByTimeAsync(1)
    expect(begun).toEqual(['long', 'longer', 'c', 'd'])
    long()
    await settle()
    expect(begun).toEqual(['long', 'longer', 'c', 'd'])
  })

  // Workers are numbers here. `ended` has those that the limit has ended.

  function openLimit(max: number, idleMs = 60_000) {
    const limit = new WorkerLimit<number>(max, idleMs)
    const ended: number[] = []
    const end = (worker: number) => () => {
      ended.push(worker)
      limit.free(worker)
    }
    return { limit, ended, idle: (worker: number) => limit.addIdle(worker, end(worker)) }
  }

  test('so many workers at once, and no more; who found no room is told once when one has ended', () => {
    const { limit } = openLimit(2)
    const told: string[] = []
    const take = (name: string) => limit.take(() => told.push(name) > 0)
    expect([take('a'), take('b'), take('c'), take('d')]).toEqual([true, true, false, false])
    limit.free(1)
    expect(told).toEqual(['c'])
    expect(take('c')).toBe(true)
    limit.free(2)
    expect(told).toEqual(['c', 'd'])
    limit.free(3)
    expect(told).toEqual(['c', 'd'])
  })

  test('who does not use what has become free leaves it to the next one', () => {
    const { limit, idle } = openLimit(1)
    const told: string[] = []
    expect(limit.take(() => false)).toBe(true)
    for (const name of ['a', 'b', 'c']) expect(limit.take(() => told.push(name) === 2)).toBe(false)
    idle(1)
    expect(told).toEqual(['a', 'b'])
  })

  test('the worker that has been idle longest makes room', () => {
    const { limit, ended, idle } = openLimit(3)
    const take = () => limit.take(() => false)
    expect([take(), take(), take()]).toEqual([true, true, true])
    for (const worker of [1, 2, 3]) idle(worker)
    limit.removeIdle(1)
    expect([take(), ended]).toEqual([true, [2]])
    expect([take(), ended]).toEqual([true, [2, 3]])
    expect([take(), ended]).toEqual([false, [2, 3]])
  })

  test('a worker that is idle for long ends; one that is used again does not', () => {
    const { limit, ended, idle } = openLimit(2, 1_000)
    for (const worker of [1, 2]) {
      limit.take(() => false)
      idle(worker)
    }
    jest.advanceTimersByTime(999)
    limit.removeIdle(1)
    expect(ended).toEqual([])
    jest.advanceTimersByTime(1)
    expect(ended).toEqual([2])
    jest.advanceTimersByTime(10_000)
    expect(ended).toEqual([2])
  })
})

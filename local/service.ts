import type { Worker } from 'node:worker_threads'
import { openDynamoDbGate } from './dynamodb-gate'
import { makeFailureAnswers } from './failed-events'
import { openFailuresQueue } from './failures-queue'
import { readFunctions } from './function-definitions'
import { FunctionPool, type Invocation } from './function-pool'
import { startGateway } from './gateway'
import { GatewayKeys } from './gateway-keys'
import { openLambdaEndpoint } from './lambda-endpoint'
import { makeScheduleAnswers } from './schedules'
import { openSqsEndpoint } from './sqs-endpoint'
import { startTableEngine } from './table-engine'
import type { Stack } from './template'
import { WorkerLimit } from './worker-limit'

/** Of all functions together: enough for one of each. */
const maxWorkers = 48
const idleMs = 20_000

export type ServiceOptions = {
  /** 0 for any free port. */
  port: number
  /** The folder of the data, or null to keep it in memory. */
  dataDir: string | null
  /** Epoch milliseconds in a Float64, or 0 for the machine's clock. Tests set the time with it. */
  clock?: SharedArrayBuffer
  onLog?: (line: string) => void
  /** Is given Lambda's report of each run of a function, and the name of the log group that it is for. */
  onReport?: (line: string, logGroup: string) => void
  /** How many events a function processes at once, each in a worker thread. */
  workersPerFunction?: number
  /** The endpoint of a running DynamoDB engine. By default, `DYNAMODB_ENDPOINT` is used, if it is set. */
  engine?: string
  /** A module that each worker thread loads first. Tests make time run faster with it. */
  preload?: string
}

export type Service = {
  baseUrl: string
  dynamodbEndpoint: string
  lambdaEndpoint: string
  sqsEndpoint: string
  /** The URL of the queue of failures, for clients of SQS. */
  failuresQueueUrl: string
  table: string
  /** True where the table was created by this start. */
  fresh: boolean
  /** Runs a function, found by the beginning of its logical id in the template. */
  invoke: (logicalId: string, event: unknown) => Promise<Invocation>
  killFunctions: () => Promise<void>
  stop: () => Promise<void>
}

export async function startService(
  stack: Stack,
  { port, dataDir, clock, engine: outside, preload, workersPerFunction = 4, ...hearers }: ServiceOptions,
): Promise<Service> {
  const { onLog = () => {}, onReport = () => {} } = hearers
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const engine = await startTableEngine(stack, dataDir, outside)
    stops.push(engine.stop)
    const functions = readFunctions(stack)
    const policies = new Map([...functions.values()].map(({ name, role }) => [name, role]))
    const gate = await openDynamoDbGate(engine, policies)
    stops.push(gate.stop)
    const pools = new Map<string, FunctionPool>()
    const invoke = async (arn: string, event: unknown): Promise<Invocation> =>
      pools.get(arn)?.invoke(event) ?? { error: { errorType: 'NotFound', errorMessage: `no function ${arn}` } }
    const set = clock && new Float64Array(clock)
    const now = () => set?.[0] || Date.now()
    const failures = openFailuresQueue(stack, now)
    const sqs = await openSqsEndpoint(failures)
    stops.push(sqs.stop)
    const lambda = await openLambdaEndpoint(stack, { functions, invoke, failures, now, onLog })
    stops.push(lambda.stop)
    const endpoints = { dynamodb: gate.endpoint, lambda: lambda.endpoint }
    const options = {
      ...endpoints,
      concurrency: workersPerFunction,
      limit: new WorkerLimit<Worker>(maxWorkers, idleMs),
      clock: clock ?? null,
      preload: preload ?? null,
      now,
      onLog,
      onReport,
    }
    for (const [arn, definition] of functions) pools.set(arn, new FunctionPool(definition, options))
    stops.push(async () => void (await Promise.all([...pools.values()].map((pool) => pool.stop()))))
    const keys = new GatewayKeys()
    const scheduled = makeScheduleAnswers(stack, lambda)
    const failed = makeFailureAnswers(failures)
    const gateway = await startGateway(stack, {
      port,
      now,
      invoke,
      keys,
      outside: async (request) => (await scheduled(request)) ?? (await failed(request)) ?? keys.answer(request),
    })
    stops.push(gateway.stop)
    const { table, fresh, endpoint } = engine
    const arnOf = (logicalId: string) =>
      [...functions].find(([, { name }]) => name.startsWith(`${stack.name}-${logicalId}`))?.[0] ?? logicalId
    return {
      baseUrl: gateway.url,
      dynamodbEndpoint: endpoint,
      lambdaEndpoint: lambda.endpoint,
      sqsEndpoint: sqs.endpoint,
      failuresQueueUrl: sqs.queueUrl,
      table,
      fresh,
      invoke: (logicalId, event) => invoke(arnOf(logicalId), event),
      killFunctions: async () => void (await Promise.all([...pools.values()].map((pool) => pool.kill()))),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { openDynamoDbGate } from './dynamodb-gate'
import { makeFailureAnswers } from './failed-events'
import { openFailuresQueue } from './failures-queue'
import { type FunctionDefinition, readFunctions } from './function-definitions'
import { FunctionPool, type Invocation } from './function-pool'
import { type AnsweredRequest, startGateway } from './gateway'
import { GatewayKeys } from './gateway-keys'
import { openLambdaEndpoint } from './lambda-endpoint'
import { makeScheduleAnswers } from './schedules'
import { SourceMaps } from './source-maps'
import { openSqsEndpoint } from './sqs-endpoint'
import { startTableEngine } from './table-engine'
import type { Stack } from './template'
import { WorkerLimit } from './worker-limit'

/** Of all functions together: enough for one of each. */
const usualWorkers = { max: 48, idleMs: 20_000 }
/** Of API Gateway. */
const integrationTimeoutMs = 29_000

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
  /** Is told of each request to the API. */
  onRequest?: (request: AnsweredRequest) => void
  /** The folder of bundles for a debugger, by function. Then nothing has a time limit. */
  debug?: string
  /** How many events a function processes at once, each in a worker thread. */
  workersPerFunction?: number
  /** How many threads all functions have together, and how long one may be idle, in milliseconds. */
  workers?: { max: number; idleMs: number }
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
  {
    port,
    dataDir,
    clock,
    engine: outside,
    preload,
    debug,
    workersPerFunction = 4,
    workers = usualWorkers,
    ...hearers
  }: ServiceOptions,
): Promise<Service> {
  const { onLog = () => {}, onReport = () => {}, onRequest = () => {} } = hearers
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
    const maps = existsSync(stack.maps) ? new SourceMaps(stack.maps) : null
    const endpoints = { dynamodb: gate.endpoint, lambda: lambda.endpoint }
    const options = {
      ...endpoints,
      concurrency: workersPerFunction,
      limit: new WorkerLimit<Worker>(workers.max, workers.idleMs),
      clock: clock ?? null,
      preload: preload ?? null,
      maps,
      debug: debug !== undefined,
      now,
      onLog,
      onReport,
    }
    for (const [arn, definition] of functions)
      pools.set(
        arn,
        new FunctionPool(debug === undefined ? definition : chooseBundle(definition, maps, debug), options),
      )
    stops.push(async () => void (await Promise.all([...pools.values()].map((pool) => pool.stop()))))
    const keys = new GatewayKeys()
    const scheduled = makeScheduleAnswers(stack, lambda)
    const failed = makeFailureAnswers(failures)
    const gateway = await startGateway(stack, {
      port,
      now,
      invoke,
      keys,
      onRequest,
      integrationTimeoutMs: debug === undefined ? integrationTimeoutMs : null,
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

/** The function's bundle for a debugger, where there is one. */
function chooseBundle(definition: FunctionDefinition, maps: SourceMaps | null, folder: string): FunctionDefinition {
  const id = maps?.findByFile(definition.bundle)?.id ?? ''
  const bundle = resolve(folder, id, 'index.js')
  return existsSync(bundle) ? { ...definition, bundle } : definition
}

import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { openEndpoints, type Parts } from './endpoints'
import { type EventBus, makeBusAnswers, openEventBus } from './events/event-bus'
import type { EventSource, EventSourceOptions } from './events/event-sources'
import { openQueueEventSources } from './events/queue-event-source'
import { makeScheduleAnswers, startRates } from './events/schedules'
import { openStreamEventSources } from './events/stream-event-source'
import { makeFailureAnswers } from './functions/failed-events'
import { type FunctionDefinition, readFunctions } from './functions/function-definitions'
import type { Invocation, KillOptions } from './functions/function-pool'
import { Functions } from './functions/functions'
import type { LambdaEndpoint } from './functions/lambda-endpoint'
import { hasPeople, tellDashboardUrl, tellProvider } from './functions/local-environment'
import { Turns } from './functions/turns'
import { WorkerLimit } from './functions/worker-limit'
import { type AnsweredRequest, startGateway } from './gateway/gateway'
import { GatewayKeys } from './gateway/gateway-keys'
import { Mailbox } from './mails/ses-endpoint'
import type { MessageQueue } from './queues/message-queue'
import { openQueues } from './queues/queues'
import { openSecrets } from './secrets/secrets'
import { type SignIn, type SignInOptions, startSignIn } from './sign-in/process'
import { SourceMaps } from './source-maps'
import { claimDataFolder } from './table/data-folder'
import { StreamReader } from './table/stream-reader'
import { engineCredentials, startTableEngine, type TableEngine } from './table/table-engine'
import type { Stack } from './template'

/** How long a thread may be idle, in milliseconds. */
const usualIdleMs = 20_000
/** From when an event counts no more among those that run at once, in milliseconds: it may wait for something else. */
const longRequestMs = 50
const longInBackgroundMs = 1_000
/** Of API Gateway. */
const integrationTimeoutMs = 29_000
/** A request whose function has not begun by then is refused: else it is done, and answered too late. */
const requestPatienceMs = 5_000
const usualKeyQuota = 10_000

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
  /** How many requests run at once, but for those that take long; of the rest one fewer. By default one a processor. */
  eventsAtOnce?: number
  /** How many threads all functions have together (25 MB each), and how long one may be idle, in milliseconds. */
  workers?: { max: number; idleMs: number }
  /** How many keys API Gateway's control plane makes. */
  gatewayKeyQuota?: number
  /** The endpoint of a running DynamoDB engine. By default, `DYNAMODB_ENDPOINT` is used, if it is set. */
  engine?: string
  /** `false` leaves the table's stream alone: nothing reaches the bus. Tests that do not need it save its work. */
  events?: boolean
  /** `false` leaves the messages of queues alone: none runs a function. As `events` unless it is set. */
  messages?: boolean
  /** `true`: rules with a rate, such as `rate(10 minutes)`, run by themselves. Tests run them when they want. */
  rates?: boolean
  /** People can sign in, at a provider of this machine, if the template has people. Without it, nobody can. */
  signIn?: SignInOptions
  /** The folder into which mails are written. By default, and with null, none is. */
  mailDir?: string | null
  /** A module that each worker thread loads first. Tests make time run faster with it. */
  preload?: string
}

export type Service = {
  baseUrl: string
  dynamodbEndpoint: string
  lambdaEndpoint: string
  sqsEndpoint: string
  /** Of EventBridge. */
  eventsEndpoint: string
  /** Of Secrets Manager. */
  secretsEndpoint: string
  /** The URL of the queue of failures, for clients of SQS. */
  failuresQueueUrl: string
  /** That of the queue whose messages run a function. Null where the template has none. */
  deliveriesQueueUrl: string | null
  /** Of people. Null where nobody can sign in. */
  signIn: Omit<SignIn, 'stop'> | null
  /** The ARN of the template's secret. Null where it has none. */
  webhookKey: string | null
  table: string
  /** True where the table was created by this start. */
  fresh: boolean
  /** Null where the template has none. */
  bus: EventBus | null
  /** What functions have sent by SES. */
  mailbox: Mailbox
  /** The keys of API Gateway. */
  gatewayKeys: GatewayKeys
  /** Runs a function, found by the beginning of its logical id in the template. */
  invoke: (logicalId: string, event: unknown) => Promise<Invocation>
  /** How many invocations have not ended: also those that nobody waits for, and those that wait for a thread. */
  countInvocations: () => number
  killFunctions: (options?: KillOptions) => Promise<void>
  /** Resolves if the DynamoDB engine ends by itself: then nothing can be answered any more. */
  engineEnded: Promise<void>
  stop: () => Promise<void>
}

/** Throws where another service uses the folder of the data. */
export async function startService(stack: Stack, options: ServiceOptions): Promise<Service> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    return await openService(stack, options, { stop, stops })
  } catch (error) {
    await stop()
    throw error
  }
}

/** `stops` end what was opened, in the opposite order. */
type Stopping = { stop: () => Promise<void>; stops: (() => Promise<void>)[] }

async function openService(stack: Stack, options: ServiceOptions, { stop, stops }: Stopping): Promise<Service> {
  const { dataDir, clock, debug, events = true, messages = events, onLog = () => {} } = options
  const { eventsAtOnce = availableParallelism(), workers = chooseWorkers(eventsAtOnce) } = options
  const set = clock && new Float64Array(clock)
  const now = () => set?.[0] || Date.now()
  const inData = (file: string) => (dataDir === null ? null : join(dataDir, file))
  if (dataDir !== null) {
    const release = claimDataFolder(dataDir)
    stops.push(async () => release()) // after all that keeps something there
  }
  const definitions = readFunctions(stack)
  /** Each is a process that takes its time to start. */
  const [engine, signIn] = await Promise.all([
    stopAtEnd(stops, startTableEngine(stack, dataDir, { outside: options.engine, stream: events })),
    stopAtEnd(stops, openSignIn(definitions, options.signIn)),
  ])
  const functions = new Functions(definitions, openTurns(eventsAtOnce))
  const invoke = (arn: string, event: unknown) => functions.invokeInBackground(arn, event)
  const queues = openQueues(stack, now, dataDir)
  stops.push(async () => queues.all.forEach((queue) => void queue.close()))
  const { failures } = queues
  const secrets = openSecrets(stack, inData('secrets.json'), now)
  const bus = openEventBus(stack)
  const keys = new GatewayKeys(options.gatewayKeyQuota ?? usualKeyQuota)
  const mailbox = new Mailbox(options.mailDir ?? null)
  const parts = { definitions, invoke, queues, secrets, keys, bus, mailbox, now, onLog }
  const { services, stop: stopEndpoints } = await openEndpoints(stack, parts)
  stops.push(stopEndpoints)
  const functionOptions = chooseFunctionOptions(stack, options, workers)
  const { endpoint, partitionKeys } = engine
  const dynamodb = { engine: endpoint, accessKeyId: engineCredentials.accessKeyId, partitionKeys }
  functions.open({ ...functionOptions, services, dynamodb, now, onLog }, debug)
  stops.push(() => functions.stop())
  const answering = { lambda: services.lambda, functions, failures, keys, bus, now }
  const gateway = await openGateway(stack, options, answering)
  stops.push(gateway.stop)
  tellDashboardUrl(definitions, gateway.url)
  const { concurrency } = functionOptions
  const sourceOptions = { concurrency, functions: definitions, invoke, failures, now, onLog }
  if (events && bus) stops.push(await followStream(stack, engine, inData('stream.json'), sourceOptions))
  if (messages) stops.push(startSources(openQueueEventSources(stack, queues.all, sourceOptions)))
  if (options.rates) stops.push(startRates(stack, services.lambda, now))
  return {
    baseUrl: gateway.url,
    dynamodbEndpoint: engine.endpoint,
    lambdaEndpoint: services.lambda.endpoint,
    sqsEndpoint: services.sqs.endpoint,
    eventsEndpoint: services.events.endpoint,
    secretsEndpoint: services.secrets.endpoint,
    failuresQueueUrl: services.sqs.queueUrl(failures),
    deliveriesQueueUrl: queues.deliveries && services.sqs.queueUrl(queues.deliveries),
    signIn,
    webhookKey: secrets[0]?.arn ?? null,
    table: engine.table,
    fresh: engine.fresh,
    bus,
    mailbox,
    gatewayKeys: keys,
    invoke: (logicalId, event) => invoke(functions.findArn(`${stack.name}-${logicalId}`) ?? logicalId, event),
    countInvocations: () => functions.countUnderWay(),
    killFunctions: (options) => functions.kill(options),
    engineEnded: engine.ended,
    stop,
  }
}

/** Also where what starts beside it has failed. */
function stopAtEnd<Part extends { stop: () => unknown } | null>(
  stops: Stopping['stops'],
  starting: Promise<Part>,
): Promise<Part> {
  stops.push(async () => void (await (await starting.catch(() => null))?.stop()))
  return starting
}

/** In place of the template's provider. Null where the template has none, or nobody is to sign in. */
async function openSignIn(
  definitions: Map<string, FunctionDefinition>,
  options: SignInOptions | undefined,
): Promise<SignIn | null> {
  if (!options || !hasPeople(definitions)) return null
  const { stop, ...provider } = await startSignIn(options)
  tellProvider(definitions, provider)
  return { ...provider, stop }
}

/** Where few events run at once, few functions are in use. */
function chooseWorkers(eventsAtOnce: number): { max: number; idleMs: number } {
  return { max: 20 + 2 * eventsAtOnce, idleMs: usualIdleMs }
}

/** One processor is left to requests. */
function openTurns(eventsAtOnce: number) {
  return {
    requests: new Turns(eventsAtOnce, longRequestMs),
    background: new Turns(Math.max(1, eventsAtOnce - 1), longInBackgroundMs),
  }
}

function chooseFunctionOptions(
  stack: Stack,
  { clock, preload, workersPerFunction = 4, onReport = () => {} }: ServiceOptions,
  { max, idleMs }: NonNullable<ServiceOptions['workers']>,
) {
  return {
    concurrency: workersPerFunction,
    limit: new WorkerLimit<Worker>(max, idleMs),
    clock: clock ?? null,
    preload: preload ?? null,
    maps: existsSync(stack.maps) ? new SourceMaps(stack.maps) : null,
    onReport,
  }
}

type Answering = Pick<Parts, 'keys' | 'bus' | 'now'> & {
  lambda: LambdaEndpoint
  functions: Functions
  failures: MessageQueue
}

/** Beside the API, it answers for people and commands: `/_local/…`. */
function openGateway(
  stack: Stack,
  { port, debug, onRequest = () => {} }: ServiceOptions,
  { lambda, functions, failures, keys, bus, now }: Answering,
) {
  const scheduled = makeScheduleAnswers(stack, lambda)
  const failed = makeFailureAnswers(failures)
  const told = makeBusAnswers(bus)
  const patienceMs = debug === undefined ? requestPatienceMs : Number.POSITIVE_INFINITY
  return startGateway(stack, {
    port,
    now,
    invoke: (arn, event) => functions.invoke(arn, event, patienceMs),
    keys,
    onRequest,
    integrationTimeoutMs: debug === undefined ? integrationTimeoutMs : null,
    outside: async (request) =>
      (await scheduled(request)) ?? (await failed(request)) ?? (await told(request)) ?? keys.answer(request),
  })
}

/** Returns what ends it. */
async function followStream(
  stack: Stack,
  { endpoint, table }: TableEngine,
  place: string | null,
  options: EventSourceOptions & { failures: MessageQueue },
): Promise<() => Promise<void>> {
  const stream = await StreamReader.open(endpoint, table, place)
  if (stream === null) {
    options.onLog(
      `The table ${table} has no stream: nothing reaches the bus. 'npx inventory tables prepare' makes one.`,
    )
    return async () => {}
  }
  const stopSources = startSources(openStreamEventSources(stack, stream, options))
  return async () => {
    await stopSources()
    stream.stop()
  }
}

/** Returns what ends them. */
function startSources(sources: EventSource[]): () => Promise<void> {
  for (const source of sources) source.start()
  return async () => void (await Promise.all(sources.map((source) => source.stop())))
}

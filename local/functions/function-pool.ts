import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { makeArn, region, sqsOnAws } from '../names'
import type { Guarded } from '../rights/dynamodb-guard'
import type { SourceMaps } from '../source-maps'
import type { FunctionDefinition } from './function-definitions'
import { exited, formatReport, throttled, timedOut } from './function-report'
import type { WorkerData, WorkerReply, WorkerTask } from './function-worker'
import { localVariables } from './local-environment'
import { translateLog } from './log-lines'
import type { WorkerLimit } from './worker-limit'
import { buildWorkerScript } from './worker-script'

export type Invocation = { result: unknown } | { error: { errorType: string; errorMessage: string } }

/** `idleToo`: also what waits for its next event. */
export type KillOptions = { idleToo?: boolean }

export type FunctionOptions = {
  /** The engine in place of DynamoDB. */
  dynamodb: Pick<Guarded, 'engine' | 'accessKeyId' | 'partitionKeys'>
  /** Where AWS's other services are. */
  services: Record<'lambda' | 'sqs' | 'events' | 'secrets' | 'ses' | 'apiGateway', { endpoint: string }>
  /** The most worker threads of one function. Further events wait. */
  concurrency: number
  /** Of all functions together. */
  limit: WorkerLimit<Worker>
  /** Epoch milliseconds in a Float64, or 0 for the machine's clock. */
  clock: SharedArrayBuffer | null
  /** A module that each worker thread loads before its bundle. */
  preload: string | null
  /** Of the bundles, or null where they are unknown. */
  maps: SourceMaps | null
  /** The bundles hold their source maps, and a debugger may stop them for as long as it likes. */
  debug: boolean
  /** Epoch milliseconds, by the runtime's clock. */
  now: () => number
  onLog: (line: string) => void
  /** Is given the report of each run, and the name of the log group that it is for. */
  onReport: (line: string, logGroup: string) => void
}

/** The longest that a timer of Node takes. */
const endlessMs = 2 ** 31 - 1

type QueuedEvent = { payload: string; done: (invocation: Invocation) => void; patience: NodeJS.Timeout }

/** Each event in progress has a worker thread, started when needed and kept for later events, for a while. */
export class FunctionPool {
  private idle: Worker[] = []
  private readonly all = new Set<Worker>()
  private readonly queue: QueuedEvent[] = []
  private stopped = false

  constructor(
    private readonly definition: FunctionDefinition,
    private readonly options: FunctionOptions,
  ) {}

  /** An event that cannot begin by `last` (monotonic clock, milliseconds) never runs: the error `throttled`. */
  invoke(event: unknown, last = Number.POSITIVE_INFINITY): Promise<Invocation> {
    return new Promise((done) => {
      const patienceMs = Math.min(last - performance.now(), endlessMs)
      const patience = setTimeout(() => this.refuse(queued), patienceMs).unref()
      const queued: QueuedEvent = { payload: JSON.stringify(event), done, patience }
      this.queue.push(queued)
      if (patienceMs > 0) this.runNext()
    })
  }

  private refuse(queued: QueuedEvent): void {
    const place = this.queue.indexOf(queued)
    if (place < 0) return
    this.queue.splice(place, 1)
    queued.done({ error: { errorType: throttled, errorMessage: 'Rate Exceeded.' } })
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all([...this.all].map((worker) => worker.terminate()))
  }

  /** Ends the worker threads that are processing an event, as a crash would. With `idleToo`, no thread is left. */
  async kill({ idleToo = false }: KillOptions = {}): Promise<void> {
    const ending = [...this.all].filter((worker) => idleToo || !this.idle.includes(worker))
    await Promise.all(ending.map((worker) => worker.terminate()))
  }

  /** False where no event was begun. */
  private readonly runNext = (): boolean => {
    let begun = false
    while (this.queue.length > 0 && !this.stopped) {
      const worker = this.takeIdle() ?? this.tryStart()
      const waiting = worker && this.queue.shift()
      if (!waiting) break
      this.run(worker, waiting)
      begun = true
    }
    return begun
  }

  /** The last one that was used: the others may end. */
  private takeIdle(): Worker | null {
    const worker = this.idle.pop() ?? null
    if (worker) this.options.limit.removeIdle(worker)
    return worker
  }

  private tryStart(): Worker | null {
    const { limit } = this.options
    const concurrency = Math.min(this.options.concurrency, this.definition.concurrency ?? this.options.concurrency)
    return this.all.size < concurrency && limit.take(this.runNext) ? this.start() : null
  }

  private keep(worker: Worker): void {
    const waiting = this.queue.shift()
    if (waiting) this.run(worker, waiting)
    else {
      this.idle.push(worker)
      this.options.limit.addIdle(worker, () => this.discard(worker))
    }
  }

  private run(worker: Worker, { payload, done, patience }: QueuedEvent): void {
    clearTimeout(patience)
    const { name, memory, logGroup } = this.definition
    const { now, onReport, debug } = this.options
    const timeoutMs = debug ? endlessMs : this.definition.timeoutMs
    const requestId = randomUUID()
    const begun = { at: now(), tick: performance.now() }
    const finish = (outcome: WorkerReply, keep: boolean) => {
      clearTimeout(timer)
      const durationMs = Math.max(now() - begun.at, performance.now() - begun.tick)
      const errorType = 'error' in outcome ? outcome.error.errorType : null
      onReport(formatReport({ requestId, memory, durationMs, errorType }, now()), logGroup)
      worker.off('message', answer).off('error', failWith).off('exit', exit)
      if ('error' in outcome)
        this.log([`${name} failed: ${JSON.stringify(outcome.error)}`, outcome.stack ?? []].flat().join('\n'))
      done(toInvocation(outcome))
      if (keep) this.keep(worker)
      else this.discard(worker)
      this.runNext()
    }
    const fail = (errorType: string, errorMessage: string, stack?: string) =>
      finish({ error: { errorType, errorMessage }, stack }, false)
    const timer = setTimeout(() => fail(timedOut, `Task timed out after ${timeoutMs / 1_000} seconds`), timeoutMs)
    const answer = (outcome: WorkerReply) => finish(outcome, true)
    const failWith = ({ name, message, stack }: Error) => fail(name, message, stack)
    const exit = (code: number) => fail(exited, `The function exited with code ${code}`)
    worker.on('message', answer).on('error', failWith).on('exit', exit)
    const task: WorkerTask = {
      payload,
      context: {
        functionName: name,
        invokedFunctionArn: makeArn('AWS::Lambda::Function', name),
        awsRequestId: requestId,
        memoryLimitInMB: String(memory),
        timeoutMs,
      },
    }
    worker.postMessage(task)
  }

  private start(): Worker {
    const { name, bundle, handler, environment, memory, role: statements } = this.definition
    const { clock, preload, dynamodb, services, debug } = this.options
    const workerData: WorkerData = { bundle, handler, clock, debug, guarded: { name, statements, ...dynamodb } }
    const worker = new Worker(buildWorkerScript(), {
      eval: true,
      workerData,
      stdout: true,
      stderr: true,
      execArgv: preload === null ? [] : ['--require', preload], // not the loader with which this process was started
      resourceLimits: { maxOldGenerationSizeMb: memory },
      env: {
        ...replaceEndpoint(environment, services.sqs.endpoint),
        ...localVariables,
        AWS_REGION: region,
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
        AWS_ACCESS_KEY_ID: name,
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.engine,
        AWS_ENDPOINT_URL_LAMBDA: services.lambda.endpoint,
        AWS_ENDPOINT_URL_SQS: services.sqs.endpoint,
        AWS_ENDPOINT_URL_EVENTBRIDGE: services.events.endpoint,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: services.secrets.endpoint,
        AWS_ENDPOINT_URL_SESV2: services.ses.endpoint,
        AWS_ENDPOINT_URL_API_GATEWAY: services.apiGateway.endpoint,
      },
    })
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => this.log(String(chunk).trimEnd()))
    // A function may throw after it has answered, and a thread may answer while it is being ended.
    for (const end of ['error', 'exit']) worker.on(end, () => this.discard(worker))
    this.all.add(worker)
    return worker
  }

  /** With our files in its stacks. */
  private log(text: string): void {
    const { maps, onLog } = this.options
    const hasStack = /^ *at |\\n *at /m.test(text)
    const mapped = hasStack ? maps?.findByFile(this.definition.bundle) : undefined
    onLog(mapped ? translateLog(text, mapped.translate) : text)
  }

  private discard(worker: Worker): void {
    if (!this.all.delete(worker)) return
    this.idle = this.idle.filter((other) => other !== worker)
    void worker.terminate()
    this.options.limit.free(worker)
  }
}

/** Of SQS, in the URLs of queues: clients send to the host that a URL names. */
function replaceEndpoint(environment: Record<string, string>, sqs: string): Record<string, string> {
  const entries = Object.entries(environment)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value.startsWith(`${sqsOnAws}/`) ? `${sqs}${value.slice(sqsOnAws.length)}` : value,
    ]),
  )
}

function toInvocation(outcome: WorkerReply): Invocation {
  if ('error' in outcome) return { error: outcome.error }
  const result = JSON.parse(outcome.payload)
  return { result: outcome.body === undefined ? result : { ...result, body: outcome.body } }
}

export function isThrottled(invocation: Invocation): boolean {
  return 'error' in invocation && invocation.error.errorType === throttled
}

import { Duration } from 'aws-cdk-lib'
import { Rule, type Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { jobTimeoutMs, routeTimeoutMs } from '../functions/store/time/timing'
import { acknowledge, acknowledgeFunction } from './acknowledgements'
import { bundles, type FunctionId, type JobId } from './entries'
import { chooseLog, type Logs } from './monitoring/logs'
import { toPascalCase } from './stack-name'

/** What a function may do, and the names that it is told. */
export type Needs = { statements?: PolicyStatement[]; environment?: Record<string, string> }

type Settings = {
  timeout?: Duration
  memorySize?: number
  /** The most runs at once, which are kept free for it. Null: as many as the account has. */
  concurrency?: number | null
}

type Entry = { policy: PolicyDocument; environment: Record<string, string>; created: lambda.Function | null }

type Options = {
  logs: Logs
  traced: boolean
  /** Takes the events that fail three times. */
  failures: IQueue
}

/**
 * The functions of the stack. A feature creates those that are its own, and gives to any what they need of it: before
 * or after they are created, so that features come in any order. What is given to a function that this stack has not
 * is of no effect.
 */
export class Functions {
  private readonly entries = new Map<FunctionId, Entry>()

  constructor(
    private readonly scope: Construct,
    private readonly options: Options,
  ) {}

  give(ids: readonly FunctionId[], { statements = [], environment = {} }: Needs): void {
    for (const entry of ids.map((id) => this.findEntry(id))) {
      entry.policy.addStatements(...statements)
      for (const [name, value] of Object.entries(environment)) {
        entry.environment[name] = value
        entry.created?.addEnvironment(name, value)
      }
    }
  }

  /** Creates a function with a role of its own that has only what it is given, logging and tracing. */
  create(id: FunctionId, { timeout, memorySize, concurrency = null }: Settings = {}): lambda.Function {
    const { logs, traced } = this.options
    const name = toPascalCase(id)
    const logGroup = chooseLog(logs, id)
    const entry = this.findEntry(id)
    entry.policy.addStatements(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn))
    if (traced) entry.policy.addStatements(allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'))
    const role = new Role(this.scope, `${name}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: entry.policy },
    })
    entry.created = new lambda.Function(this.scope, name, {
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      handler: 'index.handler',
      code: lambda.Code.fromAsset(`${bundles}/${id}`),
      memorySize: memorySize ?? 1024,
      timeout: timeout ?? Duration.millis(routeTimeoutMs),
      ...(concurrency !== null && { reservedConcurrentExecutions: concurrency }),
      tracing: traced ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      logGroup,
      role: role.withoutPolicyUpdates(), // a policy of its own would be one more resource
      environment: entry.environment,
    })
    acknowledgeFunction(entry.created, role, id, { traced })
    return entry.created
  }

  /** Creates a function for whose result nothing waits. An event that fails three times goes to the failures. */
  createAsynchronous(id: JobId, settings: Settings = {}): lambda.Function {
    const { failures } = this.options
    const created = this.create(id, { timeout: Duration.millis(jobTimeoutMs), ...settings })
    this.give([id], { statements: [allow(['sqs:SendMessage'], failures.queueArn)] })
    new lambda.EventInvokeConfig(created, 'Failures', {
      function: created,
      onFailure: new SqsDestination(failures),
      retryAttempts: 2,
    })
    return created
  }

  /** Creates an asynchronous function that runs by a schedule. */
  createScheduled(id: JobId, schedule: Schedule): lambda.Function {
    const created = this.createAsynchronous(id)
    // EventBridge only passes the event on: its retries and queue are for one that Lambda does not accept.
    const target = new FunctionTarget(created, { deadLetterQueue: this.options.failures, retryAttempts: 2 })
    new Rule(this.scope, `${toPascalCase(id)}Schedule`, { schedule, targets: [target] })
    return created
  }

  /**
   * Creates a function that runs with the messages of a queue. Those that it answers with come again. `batchSize`:
   * messages of a run. `maxConcurrency`: runs at the same time at most.
   */
  createForQueue(
    id: JobId,
    queue: IQueue,
    { batchSize, maxConcurrency = null, ...settings }: Settings & { batchSize: number; maxConcurrency?: number | null },
  ): void {
    const receive = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`)
    this.give([id], { statements: [allow(receive, queue.queueArn)] })
    const source = new lambda.EventSourceMapping(this.scope, `${toPascalCase(id)}Source`, {
      target: this.create(id, settings),
      eventSourceArn: queue.queueArn,
      reportBatchItemFailures: true,
      batchSize,
      ...(maxConcurrency !== null && { maxConcurrency }),
    })
    acknowledge(source, 'messageSource')
  }

  /** Lets functions send messages to a queue, whose URL they find in a variable. */
  giveQueue(ids: readonly FunctionId[], queue: IQueue, variable: string): void {
    const statements = [allow(['sqs:SendMessage'], queue.queueArn)]
    this.give(ids, { statements, environment: { [variable]: queue.queueUrl } })
  }

  /** Lets a function keep by itself what failed three times. */
  giveFailures(id: JobId): void {
    this.giveQueue([id], this.options.failures, 'FAILURES_QUEUE_URL')
  }

  private findEntry(id: FunctionId): Entry {
    const entry = this.entries.get(id) ?? { policy: new PolicyDocument(), environment: {}, created: null }
    this.entries.set(id, entry)
    return entry
  }
}

export function allow(actions: string[], resource: string): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions, resources: [resource] })
}

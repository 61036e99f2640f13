import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import type { FunctionId, JobId } from '../entries'
import { allow, type Functions } from '../functions'
import { workerMemory } from './workers'

/** The planners, and the worker, which puts back what it does not finish. */
const senders: FunctionId[] = ['daily-snapshots', 'nightly-upkeep', 'do-nightly-work']

/** The function keeps what failed three times. What comes more often has crashed it. */
const maxReceiveCount = 5
/** A worker that was killed had a message for this long: it comes again when no other can be at it. */
const timeout = Duration.millis(jobTimeoutMs)

/** In UTC, unless the context value `name` says otherwise. They avoid the full hour, when many other jobs start. */
type NightlyJob = { id: JobId; rule: string; name: string; expression: string }

const nightlyUpkeep: NightlyJob = {
  id: 'nightly-upkeep',
  rule: 'NightlyUpkeepSchedule',
  name: 'nightlyUpkeep',
  expression: 'cron(17 3 * * ? *)',
}
const orphanedGatewayKeys: NightlyJob = {
  id: 'remove-orphaned-gateway-keys',
  rule: 'RemoveOrphanedGatewayKeysSchedule',
  name: 'removeDeadGatewayKeys',
  expression: 'cron(27 4 * * ? *)',
}
const dailySnapshots: NightlyJob = {
  id: 'daily-snapshots',
  rule: 'DailySnapshotsSchedule',
  name: 'dailySnapshots',
  expression: 'cron(7 2 * * ? *)',
}

/** `atOnce`: the companies that the night works on at the same time at most. Routes have the rest of the functions. */
type Options = { failures: IQueue; atOnce: number }

/**
 * Adds what runs at night: the jobs, the queue with the work for each company, and what does it. See
 * docs/decisions/0051-the-night-by-a-queue.md.
 */
export function addNight(
  scope: Construct,
  functions: Functions,
  { failures, atOnce }: Options,
): { queue: IQueue; dailySnapshots: IFunction } {
  const queue = new Queue(scope, 'Nightly', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: timeout,
    deadLetterQueue: { queue: failures, maxReceiveCount },
    removalPolicy: RemovalPolicy.DESTROY, // the next night queues what is left
  })
  functions.give(senders, {
    statements: [allow(['sqs:SendMessage'], queue.queueArn)],
    environment: { NIGHTLY_QUEUE_URL: queue.queueUrl },
  })
  functions.giveFailures('do-nightly-work')
  const settings = { batchSize: 1, maxConcurrency: atOnce, timeout, memorySize: workerMemory }
  functions.createForQueue('do-nightly-work', queue, settings)
  const create = ({ id, rule, name, expression }: NightlyJob) => {
    const target = functions.createAsynchronous(id)
    new Rule(scope, rule, {
      schedule: Schedule.expression(String(scope.node.tryGetContext(name) ?? expression)),
      // EventBridge only passes the event on: its retries and queue are for one that Lambda does not accept.
      targets: [new FunctionTarget(target, { deadLetterQueue: failures, retryAttempts: 2 })],
    })
    return target
  }
  create(nightlyUpkeep)
  create(orphanedGatewayKeys)
  return { queue, dailySnapshots: create(dailySnapshots) }
}

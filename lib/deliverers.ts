import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deliveryTimeoutMs } from '../functions/store/timing'
import { createAsynchronousFunction } from './asynchronous-function'
import type { CreateFunction } from './function'
import { createQueueFunction } from './queue-function'
import type { NeedsOf } from './workers'

/** A batch of ten has some that wait for their receiver, each for at most 10 s. */
const timeout = Duration.millis(deliveryTimeoutMs)
/** The batches that one stack handles at the same time, so that it opens no more connections than ten times as many. */
const maxConcurrency = 50
/**
 * Node resolves names in threads, four unless told. A name whose servers do not answer holds one for longer than its
 * attempt, and the attempts of others in the batch and in the next ones would time out behind it.
 */
const threads = { UV_THREADPOOL_SIZE: '64' }
/** As often as the sweep reads ahead, and two minutes more: functions/jobs/queue-due-deliveries.ts. */
const sweepEvery = Duration.minutes(10)

type Work = { deliveries: IQueue; needsOf: NeedsOf; createFunction: CreateFunction; failures: IQueue }

/** Creates what delivers, and what puts on the queue each attempt that is due later than a queue can wait. */
export function createDeliverers(scope: Construct, { deliveries, needsOf, createFunction, failures }: Work): void {
  const { statements, environment } = needsOf('deliver-webhook')
  const needs = { statements, environment: { ...environment, ...threads }, timeout }
  createQueueFunction(scope, createFunction, 'deliver-webhook', {
    queue: deliveries,
    needs,
    batchSize: 10,
    maxConcurrency,
  })
  const sweep = createAsynchronousFunction(
    createFunction,
    'queue-due-deliveries',
    needsOf('queue-due-deliveries'),
    failures,
  )
  new Rule(scope, 'QueueDueDeliveriesSchedule', {
    schedule: Schedule.rate(sweepEvery),
    targets: [new FunctionTarget(sweep, { deadLetterQueue: failures, retryAttempts: 2 })],
  })
}

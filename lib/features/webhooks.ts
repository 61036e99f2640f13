import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deliveryTimeoutMs } from '../../functions/store/time/timing'
import { acknowledgeDeliveries } from '../acknowledgements'
import type { FunctionId } from '../entries'
import { allow, type Functions } from '../functions'

/** Who puts messages on the queue of deliveries. */
const senders: FunctionId[] = ['publish-events', 'deliver-webhook', 'queue-due-deliveries', 'test-webhook', 'redeliver']

/**
 * Messages of a deliverer that died come again after this. AWS advises six times the time limit, for functions that
 * must not see a message twice: here the second one is dropped, by the number of its attempt and by the lease.
 */
const visibilityTimeout = Duration.minutes(2)
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

type Options = { disposable: boolean; failures: IQueue }

/**
 * Adds the queue of deliveries, what delivers, and what puts on the queue each attempt that is due later than a queue
 * can wait. Returns the queue, which outlives a stack that is kept.
 */
export function addWebhooks(scope: Construct, functions: Functions, { disposable, failures }: Options): IQueue {
  const deliveries = createDeliveries(scope, disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN)
  functions.give(senders, {
    statements: [allow(['sqs:SendMessage'], deliveries.queueArn)],
    environment: { DELIVERIES_QUEUE_URL: deliveries.queueUrl },
  })
  functions.give(['deliver-webhook'], { environment: threads })
  functions.createForQueue('deliver-webhook', deliveries, { batchSize: 10, maxConcurrency, timeout })
  const sweep = functions.createAsynchronous('queue-due-deliveries')
  new Rule(scope, 'QueueDueDeliveriesSchedule', {
    schedule: Schedule.rate(sweepEvery),
    targets: [new FunctionTarget(sweep, { deadLetterQueue: failures, retryAttempts: 2 })],
  })
  return deliveries
}

/** It carries only the names of deliveries, which are rows: see docs/decisions/0044-webhooks.md. */
function createDeliveries(scope: Construct, removalPolicy: RemovalPolicy): IQueue {
  const deliveries = new Queue(scope, 'Deliveries', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    visibilityTimeout,
    removalPolicy,
  })
  acknowledgeDeliveries(deliveries)
  new CfnOutput(scope, 'DeliveriesQueueUrl', { value: deliveries.queueUrl })
  return deliveries
}

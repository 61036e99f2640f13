import { CfnOutput, Duration } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deliveryTimeoutMs } from '../../functions/store/time/timing'
import { acknowledge } from '../acknowledgements'
import type { FunctionId } from '../entries'
import type { Functions } from '../functions'
import { createQueue } from '../queues'

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

/**
 * Adds the queue of deliveries, what delivers, and what puts on the queue each attempt that is due later than a queue
 * can wait. Returns the queue, which outlives a stack that is kept.
 */
export function addWebhooks(scope: Construct, functions: Functions, { disposable }: { disposable: boolean }): IQueue {
  // It carries only the names of deliveries, which are rows: see docs/decisions/0044-webhooks.md.
  const deliveries = createQueue(scope, 'Deliveries', {
    disposable,
    retentionPeriod: Duration.days(14),
    visibilityTimeout,
  })
  acknowledge(deliveries, 'deliveries')
  new CfnOutput(scope, 'DeliveriesQueueUrl', { value: deliveries.queueUrl })
  functions.giveQueue(senders, deliveries, 'DELIVERIES_QUEUE_URL')
  functions.give(['deliver-webhook'], { environment: threads })
  functions.createForQueue('deliver-webhook', deliveries, { batchSize: 10, maxConcurrency, timeout })
  functions.createScheduled('queue-due-deliveries', Schedule.rate(sweepEvery))
  return deliveries
}

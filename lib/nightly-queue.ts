import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { jobTimeoutMs } from '../functions/store/timing'
import type { JobId } from './entries'
import { allow, type Needs } from './function'

/** The planners, and the worker, which puts back what it does not finish. */
const senders: (RouteId | JobId)[] = ['daily-snapshots', 'nightly-upkeep', 'do-nightly-work']

/** The function keeps what failed three times. What comes more often has crashed it. */
const maxReceiveCount = 5

/** The work of a night, a message for each company. `needsOf`: what a function needs of it. */
export type NightlyQueue = { queue: IQueue; needsOf: (id: RouteId | JobId) => Needs }

/** Creates the queue: see docs/decisions/0051-the-night-by-a-queue.md. */
export function createNightlyQueue(scope: Construct, { failures }: { failures: IQueue }): NightlyQueue {
  const queue = new Queue(scope, 'Nightly', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // What a worker that was killed had taken comes again when no other can be at it.
    visibilityTimeout: Duration.millis(jobTimeoutMs),
    deadLetterQueue: { queue: failures, maxReceiveCount },
    removalPolicy: RemovalPolicy.DESTROY, // the next night queues what is left
  })
  const needsOf = (id: RouteId | JobId) => {
    const sends = senders.includes(id)
    return {
      statements: sends ? [allow(['sqs:SendMessage'], queue.queueArn)] : [],
      environment: sends ? { NIGHTLY_QUEUE_URL: queue.queueUrl } : {},
    }
  }
  return { queue, needsOf }
}

import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { acknowledgeDeliveries } from './acknowledgements'
import type { JobId } from './entries'
import { allow, type Needs } from './function'

/** Who puts messages on the queue of deliveries. */
const senders: (RouteId | JobId)[] = [
  'publish-events',
  'deliver-webhook',
  'queue-due-deliveries',
  'test-webhook',
  'redeliver',
]

/**
 * Messages of a deliverer that died come again after this. AWS advises six times the time limit, for functions that
 * must not see a message twice: here the second one is dropped, by the number of its attempt and by the lease.
 */
const visibilityTimeout = Duration.minutes(2)

/** What of webhooks all its functions share. `needsOf`: what a function needs of it, which for most is nothing. */
export type Webhooks = { deliveries: IQueue; needsOf: (id: RouteId | JobId) => Needs }

/** Creates the queue of deliveries. It outlives a stack that is kept. */
export function createWebhooks(scope: Construct, { disposable }: { disposable: boolean }): Webhooks {
  const removalPolicy = disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
  const deliveries = createDeliveries(scope, removalPolicy)
  return {
    deliveries,
    needsOf: (id) => {
      const sends = senders.includes(id)
      return {
        statements: sends ? [allow(['sqs:SendMessage'], deliveries.queueArn)] : [],
        environment: sends ? { DELIVERIES_QUEUE_URL: deliveries.queueUrl } : {},
      }
    },
  }
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

import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { acknowledgeDeliveries, acknowledgeMasterKey } from './acknowledgements'
import type { JobId } from './entries'
import { allow } from './function'

/** Who puts messages on the queue of deliveries. */
const senders: (RouteId | JobId)[] = [
  'publish-events',
  'deliver-webhook',
  'queue-due-deliveries',
  'test-webhook',
  'redeliver',
]
/** Who signs, or shows a secret: nobody else may read the master key. */
const keyReaders: (RouteId | JobId)[] = ['create-webhook', 'rotate-webhook-secret', 'deliver-webhook']

/**
 * Messages of a deliverer that died come again after this. AWS advises six times the time limit, for functions that
 * must not see a message twice: here the second one is dropped, by the number of its attempt and by the lease.
 */
const visibilityTimeout = Duration.minutes(2)
/** What of webhooks all its functions share. `needsOf`: what a function needs of it, which for most is nothing. */
export type Webhooks = {
  deliveries: IQueue
  needsOf: (id: RouteId | JobId) => { statements: PolicyStatement[]; environment: Record<string, string> }
}

/** Creates the queue of deliveries, and the master key unless one is named. Both outlive a stack that is kept. */
export function createWebhooks(scope: Construct, { disposable }: { disposable: boolean }): Webhooks {
  const removalPolicy = disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
  const deliveries = createDeliveries(scope, removalPolicy)
  const keyArn = findMasterKey(scope) ?? createMasterKey(scope, removalPolicy)
  new CfnOutput(scope, 'WebhookKey', { value: keyArn })
  return {
    deliveries,
    needsOf: (id) => {
      const [sends, reads] = [senders.includes(id), keyReaders.includes(id)]
      return {
        statements: [
          ...(sends ? [allow(['sqs:SendMessage'], deliveries.queueArn)] : []),
          ...(reads ? [allow(['secretsmanager:GetSecretValue'], keyArn)] : []),
        ],
        environment: {
          ...(sends && { DELIVERIES_QUEUE_URL: deliveries.queueUrl }),
          ...(reads && { WEBHOOK_KEY: keyArn }),
        },
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

function createMasterKey(scope: Construct, removalPolicy: RemovalPolicy): string {
  const secret = new Secret(scope, 'MasterKey', {
    description: 'Seals the secrets of webhooks. Without it, none of them can be opened',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy,
  })
  acknowledgeMasterKey(secret)
  return secret.secretArn
}

/** The existing secret that the context value `webhookKey` names: a table's webhooks were sealed under one. */
function findMasterKey(scope: Construct): string | null {
  const arn: unknown = scope.node.tryGetContext('webhookKey')
  if (arn === undefined) return null
  if (typeof arn === 'string' && /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/.test(arn))
    return arn
  throw new Error('The context value "webhookKey" must be the whole ARN of a secret in Secrets Manager.')
}

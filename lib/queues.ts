import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledgements'

/** A function keeps what failed three times. What comes more often has crashed it. */
const maxReceiveCount = 5

/** `failures`: takes messages that crash their function. */
type Settings = Pick<QueueProps, 'retentionPeriod' | 'visibilityTimeout'> & { disposable: boolean; failures?: IQueue }

/** Creates a queue, which outlives its stack unless it is disposable. */
export function createQueue(scope: Construct, id: string, { disposable, failures, ...settings }: Settings): Queue {
  return new Queue(scope, id, {
    ...settings,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    ...(failures && { deadLetterQueue: { queue: failures, maxReceiveCount } }),
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
}

/** Creates the queue for events that failed three times. */
export function createFailures(scope: Construct, { disposable }: { disposable: boolean }): IQueue {
  const failures = createQueue(scope, 'Failures', { disposable, retentionPeriod: Duration.days(14) })
  acknowledge(failures, 'failures')
  new CfnOutput(scope, 'FailuresQueueUrl', { value: failures.queueUrl })
  return failures
}

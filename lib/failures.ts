import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledgeFailures } from './acknowledgements'

/** Creates the queue for events that failed three times. It outlives the stack, unless that is disposable. */
export function createFailures(scope: Construct, { disposable }: { disposable: boolean }): IQueue {
  const failures = new Queue(scope, 'Failures', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  acknowledgeFailures(failures)
  new CfnOutput(scope, 'FailuresQueueUrl', { value: failures.queueUrl })
  return failures
}

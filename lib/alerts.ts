import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import type { JobId } from './entries'
import { allow, type Needs } from './function'

/** Who puts messages on the queue, and who tells whether there are mails. */
const queuers: (RouteId | JobId)[] = ['publish-events', 'send-alerts']
const tellers: (RouteId | JobId)[] = ['get-account', 'update-person', 'send-alerts']

/** Longer than the lease of a mail that somebody sends: functions/store/companies/person-alerts.ts. */
const visibilityTimeout = Duration.minutes(7)
/** The function keeps what failed three times. What comes more often has crashed it. */
const maxReceiveCount = 5

/** What its functions need: the address from which mails come, and the queue of alerts that are to be mailed. */
export type Alerts = { mailFrom: string; queue: IQueue; needsOf: (id: RouteId | JobId) => Needs }

/** Creates the queue of alerts. A message names a row, and comes after five minutes. */
export function createAlerts(
  scope: Construct,
  { disposable, mailFrom, failures }: { disposable: boolean; mailFrom: string; failures: IQueue },
): Alerts {
  const queue = new Queue(scope, 'Alerts', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout,
    deadLetterQueue: { queue: failures, maxReceiveCount },
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  const needsOf = (id: RouteId | JobId) => {
    const [queues, tells] = [queuers.includes(id), tellers.includes(id)]
    return {
      statements: queues ? [allow(['sqs:SendMessage'], queue.queueArn)] : [],
      environment: {
        ...(queues ? { ALERTS_QUEUE_URL: queue.queueUrl } : {}),
        ...(tells ? { MAIL_FROM: mailFrom } : {}),
      },
    }
  }
  return { mailFrom, queue, needsOf }
}
